import { isTooDeep, MAX_JSON_DEPTH } from '../../../platform/values/json-depth.ts';
import { columnKey } from '../../column-mapping.ts';
import type { FileRow } from '../../import-row.ts';
import type { LinkField } from '../link-fields.ts';
import type { LostValue } from '../link-row.ts';
import type { LinkSource } from '../mappings/link-source.ts';

/** A parameter that the app gets. */
interface Param {
  readonly name: string;
  readonly column: string;
  readonly value: unknown;
}

interface Found {
  readonly column: string;
  readonly value: string;
}

/** What a row says beside its columns: with the parameters of its long link, and the members of its data. */
interface Expansion {
  readonly values: Record<string, string>;
  /** The field that each of `values` fills. */
  readonly fields: [column: string, field: LinkField][];
  readonly params: Param[];
  readonly lost: LostValue[];
  readonly problems: (Found & { readonly reason: string })[];
}

export const UNKNOWN = 'a link has nothing of this name; map the column to a field, or to null';

const MAX_PARTS = 200;

/** Finds the reason for which a column or parameter has no counterpart. */
export function reasonFinder({ without }: LinkSource): (name: string) => string | undefined {
  const reasons = new Map(Object.entries(without).map(([name, reason]) => [columnKey(name), reason]));
  return (name) => reasons.get(columnKey(name));
}

/** Takes apart what one value of a row says of several fields, by the rules of its source. */
export function createExpander(source: LinkSource, columnsOf: ReadonlyMap<LinkField, readonly string[]>) {
  const fieldOf = new Map(Object.entries(source.parameters).map(([name, field]) => [columnKey(name), field]));
  const reasonOf = reasonFinder(source);

  function take(into: Expansion, column: string, name: string, value: unknown): void {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    if (text === '' || value === null) return;
    const field = fieldOf.get(columnKey(name));
    const reason = reasonOf(name);
    const isSetting = /^[$~+]/.test(name) || reason !== undefined;
    if (field === 'param' || (field === undefined && source.passesParameters && !isSetting))
      into.params.push({ name, column, value });
    else if (field === undefined) into.lost.push({ column, value: text, reason: reason ?? UNKNOWN });
    else {
      into.values[column] = text;
      into.fields.push([column, field]);
    }
  }

  function given(field: LinkField, { values }: FileRow): Found[] {
    return (columnsOf.get(field) ?? []).flatMap((column) => {
      const value = Object.hasOwn(values, column) ? values[column]?.trim() : undefined;
      return value ? [{ column, value }] : [];
    });
  }

  return (row: FileRow): Expansion => {
    const into: Expansion = { values: {}, fields: [], params: [], lost: [], problems: [] };
    for (const [field, read] of PARTS)
      for (const found of given(field, row)) {
        const parts = read(found.value);
        if (typeof parts === 'string') into.problems.push({ ...found, reason: parts });
        else for (const [name, part] of parts) take(into, `${found.column} ${name}`, name, part);
      }
    for (const { column, value } of given('param', row)) into.params.push({ name: column, column, value });
    return into;
  };
}

type Parts = readonly (readonly [name: string, value: unknown])[];

const PARTS: readonly (readonly [LinkField, (value: string) => Parts | string])[] = [
  ['long_link', (value) => bounded(partsOfUrl(value))],
  ['link_data', (value) => bounded(partsOfObject(value))],
];

function bounded(parts: Parts | string): Parts | string {
  return parts.length > MAX_PARTS && typeof parts !== 'string'
    ? `must have ${MAX_PARTS} parameters or fewer`
    : parts;
}

/** The first value of each parameter. */
function partsOfUrl(value: string): Parts | string {
  const url = /^https?:\/\//i.test(value) ? value : `https://${value}`;
  if (!URL.canParse(url)) return 'must be a URL';
  const parts = new Map<string, unknown>();
  for (const [name, part] of new URL(url).searchParams)
    if (name !== '' && !parts.has(name)) parts.set(name, part);
  return [...parts];
}

function partsOfObject(value: string): Parts | string {
  const parsed = parseJson(value);
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    return `must be a JSON object of ${MAX_JSON_DEPTH} levels or fewer`;
  return Object.entries(parsed);
}

/** @returns undefined for what is not JSON, or nests too deep. */
export function parseJson(text: string): unknown {
  try {
    const parsed: unknown = JSON.parse(text);
    return isTooDeep(parsed) ? undefined : parsed;
  } catch {
    return undefined;
  }
}
