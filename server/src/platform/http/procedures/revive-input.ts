import { AppError } from '../../errors/errors.ts';
import { deepMemberOf, isTooDeep, TOO_DEEP } from '../../values/json-depth.ts';
import { UNSAFE_NAMES } from '../../values/unsafe-names.ts';

/** The most marked values in one input, and the longest path to one: a call has some twenty arguments. */
const MAX_MARKS = 256;
const MAX_PATH = 512;
/** Longer than any date. */
const MAX_DATE = 64;

/**
 * Decodes the input of a tRPC call from superjson: its JSON, with dates and undefined values restored where `meta`
 * marks them. Nothing else that superjson supports is accepted (maps, typed arrays, classes, shared objects): no
 * procedure uses it, and some of it can cost gigabytes. Only existing values can be marked.
 *
 * @throws AppError VALIDATION_ERROR
 */
export function reviveInput(payload: unknown): unknown {
  if (!isObject(payload)) throw refusal('must be superjson');
  const { json, meta } = payload;
  // As on the REST transport: object code would take such a member for the prototype.
  if (isObject(json) && Object.hasOwn(json, '__proto__')) {
    throw new AppError('VALIDATION_ERROR', '__proto__: unknown argument');
  }
  refuseDeep(json);
  if (meta == null) return json;
  const { values, version } = readMeta(meta);
  if (Array.isArray(values)) return revive(json, values);
  if (!isObject(values)) throw refusal('meta.values must be an object');
  const paths = Object.keys(values);
  if (paths.length > MAX_MARKS) throw refusal(`must have at most ${MAX_MARKS} marked values`);
  for (const path of paths) reviveAt(json, segmentsOf(path, version), values[path]);
  return json;
}

function refuseDeep(json: unknown): void {
  const deep = isObject(json) ? deepMemberOf(json) : undefined;
  if (deep !== undefined) throw new AppError('VALIDATION_ERROR', `${deep}: is ${TOO_DEEP}`);
  if (!isObject(json) && isTooDeep(json)) throw refusal(`is ${TOO_DEEP}`);
}

function readMeta(meta: unknown): { values: unknown; version: 0 | 1 } {
  if (!isObject(meta)) throw refusal('meta must be an object');
  const { values = {}, v = 0, ...others } = meta;
  const [other] = Object.keys(others);
  if (other === 'referentialEqualities') throw refusal('must not contain the same object twice: copy it');
  if (other !== undefined) throw refusal('meta must contain only values and v');
  if (v !== 0 && v !== 1) throw refusal('meta.v must be 1');
  return { values, version: v };
}

/** `a.b\.c` -> `a`, `b.c`. Before version 1 a backslash was literal unless a dot followed it. */
function segmentsOf(path: string, version: 0 | 1): string[] {
  if (path.length > MAX_PATH) throw refusal(`must have no path longer than ${MAX_PATH} characters`);
  const token = version === 1 ? /\\[\\.]|[^\\]/gu : /\\\.|./gsu;
  const tokens = path.match(token) ?? [];
  if (tokens.join('') !== path) throw refusal('meta.values has a malformed path');
  const segments = [''];
  for (const text of tokens) {
    if (text === '.') segments.push('');
    else segments[segments.length - 1] += text.length === 2 && text.startsWith('\\') ? text.slice(1) : text;
  }
  return segments;
}

function reviveAt(json: unknown, segments: readonly string[], mark: unknown): void {
  const last = segments.at(-1) ?? '';
  const holder = segments.slice(0, -1).reduce(memberOf, json);
  const value = revive(memberOf(holder, last), mark);
  (holder as Record<string, unknown>)[last] = value;
}

function memberOf(holder: unknown, name: string): unknown {
  if (typeof holder !== 'object' || holder === null || UNSAFE_NAMES.has(name) || !Object.hasOwn(holder, name))
    throw refusal('meta.values marks a value that does not exist');
  return (holder as Record<string, unknown>)[name];
}

function revive(value: unknown, mark: unknown): undefined | Date {
  const kind: unknown = Array.isArray(mark) && mark.length === 1 ? mark[0] : undefined;
  if (kind === 'undefined' && value === null) return undefined;
  if (kind !== 'Date') throw refusal('meta.values may mark only dates and undefined values');
  const date = new Date(typeof value === 'string' && value.length <= MAX_DATE ? value : Number.NaN);
  if (Number.isNaN(date.getTime())) throw refusal('marks an invalid date');
  return date;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function refusal(problem: string): AppError {
  return new AppError('VALIDATION_ERROR', `input: ${problem}`);
}
