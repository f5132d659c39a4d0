import { decodeText } from '../../platform/text-files/decode-text.ts';
import type { ReadColumns } from '../column-mapping.ts';
import type { FileRow } from '../import-row.ts';
import { readCsv } from './read-csv.ts';
import { readJson } from './read-json.ts';

/** `detect`: JSON if the file begins with a bracket, otherwise CSV. */
export type FileFormat = 'csv' | 'json' | 'detect';

/**
 * Reads the rows of a file as it arrives.
 *
 * @throws AppError VALIDATION_ERROR where it is no text, or not of the format.
 */
export async function* readRows(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  format: FileFormat,
  read: ReadColumns,
): AsyncGenerator<FileRow> {
  const text = decodeText(chunks);
  if (format === 'detect') {
    const { isJson, rest } = await lookAhead(text);
    yield* isJson ? readJson(rest, read) : readCsv(rest, read);
  } else {
    yield* format === 'json' ? readJson(text, read) : readCsv(text, read);
  }
}

async function lookAhead(
  text: AsyncGenerator<string>,
): Promise<{ isJson: boolean; rest: AsyncGenerator<string> }> {
  let begun = '';
  // Only what is new is looked at: a file may begin with megabytes of white space.
  for (let isBlank = true; isBlank; ) {
    const next = await text.next();
    if (next.done) break;
    begun += next.value;
    isBlank = next.value.trim() === '';
  }
  async function* rest() {
    yield begun;
    yield* text;
  }
  return { isJson: begun.trimStart().startsWith('['), rest: rest() };
}
