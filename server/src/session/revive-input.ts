import { AppError } from '../errors.ts';

/** Marked values of one input, and characters of the path to one of them: a call has some twenty arguments. */
const MAX_MARKS = 256;
const MAX_PATH = 512;
/** Longer than any date is written. */
const MAX_DATE = 64;
const UNSAFE_NAMES = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * The input of a tRPC call as superjson sent it: its JSON, with dates and undefined values put back where `meta` marks
 * them. Nothing else of what superjson can put back is taken (maps, typed arrays, classes, shared objects): no
 * procedure has a use for it, and some of it costs gigabytes to make. Only values that are there can be marked.
 *
 * @throws AppError VALIDATION_ERROR
 */
export function reviveInput(payload: unknown): unknown {
  if (!isObject(payload)) throw refusal('must be superjson');
  const { json, meta } = payload;
  // As in the REST face: object code would take such a member for the prototype.
  if (isObject(json) && Object.hasOwn(json, '__proto__')) {
    throw new AppError('VALIDATION_ERROR', '__proto__: unknown argument');
  }
  if (meta == null) return json;
  const { values, version } = readMeta(meta);
  if (Array.isArray(values)) return revive(json, values);
  if (!isObject(values)) throw refusal('meta.values must be an object');
  const paths = Object.keys(values);
  if (paths.length > MAX_MARKS) throw refusal(`must have at most ${MAX_MARKS} marked values`);
  for (const path of paths) reviveAt(json, segmentsOf(path, version), values[path]);
  return json;
}

function readMeta(meta: unknown): { values: unknown; version: 0 | 1 } {
  if (!isObject(meta)) throw refusal('meta must be an object');
  const { values = {}, v = 0, ...others } = meta;
  const [other] = Object.keys(others);
  if (other === 'referentialEqualities') throw refusal('must not hold an object twice: copy it');
  if (other !== undefined) throw refusal('meta must hold values and v alone');
  if (v !== 0 && v !== 1) throw refusal('meta.v must be 1');
  return { values, version: v };
}

/** `a.b\.c` -> `a`, `b.c`. Before version 1 a backslash stood for itself, unless a dot followed it. */
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
    throw refusal('meta.values marks a value that is not there');
  return (holder as Record<string, unknown>)[name];
}

function revive(value: unknown, mark: unknown): undefined | Date {
  const kind: unknown = Array.isArray(mark) && mark.length === 1 ? mark[0] : undefined;
  if (kind === 'undefined' && value === null) return undefined;
  if (kind !== 'Date') throw refusal('meta.values may mark dates and undefined values alone');
  const date = new Date(typeof value === 'string' && value.length <= MAX_DATE ? value : Number.NaN);
  if (Number.isNaN(date.getTime())) throw refusal('marks a date that is none');
  return date;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function refusal(complaint: string): AppError {
  return new AppError('VALIDATION_ERROR', `input: ${complaint}`);
}
