import { AppError } from '../../platform/errors/errors.ts';
import { inBlocks } from '../../platform/text-files/in-blocks.ts';
import { columnFinder, type ReadColumns } from '../column-mapping.ts';
import type { FileRow } from '../import-row.ts';
import { JsonElements } from './json-elements.ts';

const MAX_MEMBERS = 1000;

/**
 * Reads a JSON array of objects. An element that is not an object is a row that cannot be read.
 *
 * @throws AppError VALIDATION_ERROR where the file is not a JSON array.
 */
export async function* readJson(text: AsyncIterable<string>, read: ReadColumns): AsyncGenerator<FileRow> {
  const find = columnFinder(read);
  const elements = new JsonElements();
  let row = 0;
  for await (const portion of inBlocks(text)) {
    for (const element of elements.push(portion))
      yield toRow(++row, parseElement(element, row), find, read.nested);
  }
  elements.end();
}

function parseElement(text: string, row: number): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError('VALIDATION_ERROR', `the file: element ${row} is not valid JSON`);
  }
}

function toRow(
  row: number,
  element: unknown,
  find: ReturnType<typeof columnFinder>,
  nested: boolean,
): FileRow {
  if (typeof element !== 'object' || element === null || Array.isArray(element))
    return { row, values: {}, problem: 'must be an object' };
  const members = Object.entries(element);
  if (members.length > MAX_MEMBERS)
    return { row, values: {}, problem: `has more than ${MAX_MEMBERS} members` };
  const values: Record<string, string | null> = {};
  for (const [name, value] of members) {
    const column = find(name)?.name;
    if (column === undefined || Object.hasOwn(values, column) || value === null || value === '') continue;
    values[column] = typeof value !== 'object' ? String(value) : nested ? JSON.stringify(value) : null;
  }
  return { row, values };
}
