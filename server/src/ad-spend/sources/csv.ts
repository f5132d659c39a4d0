import { CsvError, parse } from 'csv-parse/sync';
import { z } from 'zod';
import { AppError } from '../../errors.ts';
import { text, uuid } from '../../procedures/argument-types.ts';
import { isoDate } from '../../procedures/date-argument.ts';
import { amount, currency } from '../spend-arguments.ts';
import type { SpendRow, SpendSource } from './spend-source.ts';

const MAX_CHARACTERS = 200_000;
const MAX_ROWS = 5000;
const MAX_COLUMNS = 50;
/** The most invalid lines that a message names. */
const NAMED = 10;

const columns = z.object({
  date: isoDate,
  amount,
  currency,
  campaign_id: uuid.optional(),
  campaign_name: text(200).optional(),
});

/**
 * A CSV file with a header: `date`, `amount`, `currency` and `campaign_id` or `campaign_name`; other columns are
 * ignored. Column names are case-insensitive.
 */
export const csv: SpendSource<z.ZodString> = {
  name: 'csv',
  input: z.string().max(MAX_CHARACTERS, `must be ${MAX_CHARACTERS} characters or fewer`),
  read(given) {
    const records = parseRecords(given);
    const problems: string[] = [];
    const rows: SpendRow[] = [];
    for (const { line, record } of records) {
      const row = toRow(`line ${line}`, record);
      if (typeof row === 'string') problems.push(row);
      else rows.push(row);
    }
    if (problems.length > 0) throw invalid(named(problems));
    return rows;
  },
};

interface NumberedRecord {
  readonly line: number;
  readonly record: Readonly<Record<string, string>>;
}

function parseRecords(given: string): NumberedRecord[] {
  try {
    const parsed = parse(given, {
      bom: true,
      columns: (header: string[]) => header.slice(0, MAX_COLUMNS).map((name) => name.trim().toLowerCase()),
      info: true,
      // Listed, not detected from the header, because a file may mix them.
      record_delimiter: ['\r\n', '\n', '\r'],
      skip_empty_lines: true,
      to: MAX_ROWS + 1,
      trim: true,
    }) as unknown as { info: { lines: number }; record: Record<string, string> }[];
    if (parsed.length > MAX_ROWS) throw invalid(`must have ${MAX_ROWS} rows or fewer`);
    if (parsed.length === 0) throw invalid('has no rows below its header');
    return parsed.map(({ info, record }) => ({ line: info.lines, record }));
  } catch (error) {
    if (error instanceof CsvError) throw invalid(error.message);
    throw error;
  }
}

/** @returns a message instead if the record is invalid. */
function toRow(place: string, record: Readonly<Record<string, string>>): SpendRow | string {
  const filled = Object.fromEntries(Object.entries(record).filter(([, value]) => value !== ''));
  const parsed = columns.safeParse(filled);
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
