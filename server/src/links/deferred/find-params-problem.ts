import { isStorable } from '../../platform/values/storable-text.ts';
import { UNSAFE_NAMES } from '../../platform/values/unsafe-names.ts';
import type { Problem } from '../target-url.ts';

const MAX_BYTES = 4096;
const MAX_MEMBERS = 50;
const MAX_DEPTH = 32;

/** Checks what a deferred deep link passes to the app: a JSON object of at most 50 members and 4 KB. */
export function findParamsProblem(params: unknown): Problem {
  if (!isPlainObject(params)) return 'must be a JSON object';
  if (Object.keys(params).length > MAX_MEMBERS) return `must have at most ${MAX_MEMBERS} members`;
  const problem = findValueProblem(params, MAX_DEPTH);
  if (problem !== null) return problem;
  return Buffer.byteLength(JSON.stringify(params)) > MAX_BYTES
    ? `must be at most ${MAX_BYTES} bytes of JSON`
    : null;
}

function findValueProblem(value: unknown, depth: number): Problem {
  if (value === null || typeof value === 'boolean' || Number.isFinite(value)) return null;
  if (typeof value === 'string') return findTextProblem(value);
  if (depth === 0) return `must not be nested deeper than ${MAX_DEPTH}`;
  if (Array.isArray(value)) return firstProblem(value, (item) => findValueProblem(item, depth - 1));
  if (!isPlainObject(value)) return 'must be JSON';
  return firstProblem(
    Object.entries(value),
    ([name, member]) => findNameProblem(name) ?? findValueProblem(member, depth - 1),
  );
}

function findNameProblem(name: string): Problem {
  return UNSAFE_NAMES.has(name) ? `must not have a member called ${name}` : findTextProblem(name);
}

function findTextProblem(text: string): Problem {
  return isStorable(text) ? null : 'must be well-formed text';
}

function firstProblem<T>(items: readonly T[], findProblem: (item: T) => Problem): Problem {
  for (const item of items) {
    const problem = findProblem(item);
    if (problem !== null) return problem;
  }
  return null;
}

/** Parsed JSON: its own `__proto__` is a member like any other. */
function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
