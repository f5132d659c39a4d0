import { setImmediate as yieldToRequests } from 'node:timers/promises';
import { CsvError, parse } from 'csv-parse';
import { AppError } from '../errors/errors.ts';
import { inBlocks } from './in-blocks.ts';

/** Characters of one record, with its delimiters. */
export const MAX_RECORD = 100_000;
/** Characters of a parser's message, which quotes the file. */
const MAX_MESSAGE = 200;

/** The values of a line of CSV, and the number of the line that ends it. */
export interface CsvRecord {
  readonly line: number;
  readonly values: readonly string[];
}

interface CsvOptions {
  /** Removes white space around values. */
  readonly trim?: boolean;
  /** What separates values; a comma by default. */
  readonly delimiter?: string;
  /** Accepts records of different lengths. */
  readonly relax?: boolean;
  /** Names the text in messages. */
  readonly what: string;
}

/**
 * Reads CSV (RFC 4180) as it arrives; empty lines are skipped. The event loop is never held for longer than a block
 * takes.
 *
 * @throws AppError VALIDATION_ERROR where it is not CSV, or a record is too long.
 */
export async function* readCsvRecords(
  text: AsyncIterable<string> | Iterable<string>,
  { delimiter = ',', trim = false, relax = false, what }: CsvOptions,
): AsyncGenerator<CsvRecord> {
  const options = {
    bom: true,
    delimiter,
    info: true,
    max_record_size: MAX_RECORD,
    // Listed, not detected from the header, because a file may mix them.
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: relax,
    skip_empty_lines: true,
    trim,
    // Each block is parsed when it is written, and what it ends is read at once.
    readableHighWaterMark: Number.MAX_SAFE_INTEGER,
  };
  const parser = parse(options);
  let failure: Error | undefined;
  parser.on('error', (error) => {
    failure = error;
  });
  function* parsed(): Generator<CsvRecord> {
    for (let next = read(); next !== null; next = read())
      yield { line: next.info.lines, values: next.record };
    if (failure instanceof CsvError) throw invalid(what, failure.message.slice(0, MAX_MESSAGE));
    if (failure) throw failure;
  }
  const read = () => parser.read() as { info: { lines: number }; record: string[] } | null;
  const ended = () => parser.info.records + parser.info.empty_lines;

  let unended = 0;
  for await (const block of inBlocks(text)) {
    const before = ended();
    withoutStacks(() => parser.write(block));
    yield* parsed();
    // The parser's own limit does not count delimiters.
    unended = ended() === before ? unended + block.length : 0;
    if (unended > MAX_RECORD) throw invalid(what, `a record is longer than ${MAX_RECORD} characters`);
  }
  parser.end();
  // The parser reports an error in a later tick.
  await yieldToRequests();
  yield* parsed();
}

/** The parser makes an error for each record of another length, also where it accepts them: a stack is most of its cost. */
function withoutStacks(run: () => void): void {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  try {
    run();
  } finally {
    Error.stackTraceLimit = limit;
  }
}

function invalid(what: string, problem: string): AppError {
  return new AppError('VALIDATION_ERROR', `${what}: ${problem}`);
}
