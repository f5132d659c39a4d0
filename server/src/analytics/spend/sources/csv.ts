import { z } from 'zod';
import { AppError } from '../../../platform/errors/errors.ts';
import { text, uuid } from '../../../platform/http/procedures/argument-types.ts';
import { isoDate } from '../../../platform/http/procedures/date-argument.ts';
import { readAmounts } from '../../../platform/text-files/read-amounts.ts';
import { readCsvTable } from '../../../platform/text-files/read-csv-table.ts';
import { amount, currency } from '../spend-arguments.ts';
import { isTotal } from './is-total.ts';
import type { SpendRow, SpendSource } from './spend-source.ts';

const MAX_CHARACTERS = 200_000;
const MAX_ROWS = 5000;
const MAX_COLUMNS = 50;
const MAX_TOTALS = 100;
/** The most invalid lines that a message names. */
const NAMED = 10;

/** A line, by the names of its columns. */
interface Line {
  readonly line: number;
  readonly values: Readonly<Record<string, string>>;
  readonly problem?: string;
}

const columns = z.object({
  date: isoDate,
  amount,
  currency,
  campaign_id: uuid.optional(),
  campaign_name: text(200).optional(),
});

/**
 * A CSV file with a header: `date`, `amount`, `currency` and `campaign_id` or `campaign_name`; other columns are
 * ignored, and so are total rows. Column names are case-insensitive.
 */
export const csv: SpendSource<z.ZodString> = {
  name: 'csv',
  input: z.string().max(MAX_CHARACTERS, `must be ${MAX_CHARACTERS} characters or fewer`),
  async read(given) {
    const problems: string[] = [];
    const rows: SpendRow[] = [];
    const totals: number[] = [];
    for await (const line of readLines(given)) {
      if (isTotal(line.values)) {
        totals.push(line.line);
        if (totals.length > MAX_TOTALS) throw invalid(`must have ${MAX_TOTALS} total rows or fewer`);
        continue;
      }
      const row = toRow(line);
      if (typeof row === 'string') problems.push(row);
      else rows.push(row);
      if (rows.length + problems.length > MAX_ROWS) throw invalid(`must have ${MAX_ROWS} rows or fewer`);
    }
    if (rows.length + problems.length === 0) throw invalid('has no rows below its header');
    if (problems.length > 0) throw invalid(named(problems));
    return { rows, totals };
  },
};

function readLines(given: string): AsyncGenerator<Line> {
  let isForeign = false;
  async function* lines(): AsyncGenerator<Line> {
    const known = Object.keys(columns.shape);
    const isKnown = (name: string) => known.includes(name.trim().toLowerCase());
    const options = { known, isKnown, trim: true, what: 'p_data' };
    let header: readonly string[] | undefined;
    for await (const { line, values, delimiter, problem } of readCsvTable([given], options)) {
      isForeign = delimiter !== ',';
      if (header === undefined) header = readHeader(values);
      else yield { line, values: byColumn(header, values), ...(problem !== undefined && { problem }) };
    }
  }
  return readAmounts(lines(), ['amount'], () => isForeign);
}

function byColumn(header: readonly string[], values: readonly string[]): Record<string, string> {
  const record = header.map((name, at) => [name, values[at] ?? ''] as const);
  return Object.fromEntries(record.filter(([, value]) => value !== ''));
}

function readHeader(names: readonly string[]): string[] {
  if (names.length > MAX_COLUMNS) throw invalid(`must have ${MAX_COLUMNS} columns or fewer`);
  return names.map((name) => name.toLowerCase());
}

/** @returns a message instead if the record is invalid. */
function toRow({ line, values, problem }: Line): SpendRow | string {
  const place = `line ${line}`;
  if (problem !== undefined) return `${place}: ${problem}`;
  const parsed = columns.safeParse(values);
  if (!parsed.success) {
    const issues = parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`);
    return `${place}: ${issues.join(', ')}`;
  }
  const { date, amount, currency, campaign_id, campaign_name } = parsed.data;
  if (campaign_id !== undefined) return { place, campaign: { id: campaign_id }, date, amount, currency };
  if (campaign_name === undefined) return `${place}: campaign_id or campaign_name is required`;
  return { place, campaign: { name: campaign_name }, date, amount, currency };
}

function named(problems: readonly string[]): string {
  const more = problems.length - NAMED;
  return [...problems.slice(0, NAMED), ...(more > 0 ? [`and ${more} more lines`] : [])].join('; ');
}

function invalid(problem: string): AppError {
  return new AppError('VALIDATION_ERROR', `p_data: ${problem}`);
}
