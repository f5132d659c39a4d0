import type { Problem } from '../procedures/target-url.ts';

const MAX_BYTES = 4096;
const MAX_MEMBERS = 50;
const MAX_DEPTH = 32;
/** Whoever copies an object with such a member may change what all objects inherit; some readers refuse the whole. */
const UNSAFE_NAMES = new Set(['__proto__', 'constructor', 'prototype']);

/** Checks what a deferred deep link hands to the app: a JSON object of at most 50 members and 4 KB. */
export function complainAboutParams(params: unknown): Problem {
  if (!isPlainObject(params)) return 'must be a JSON object';
  if (Object.keys(params).length > MAX_MEMBERS) return `must have at most ${MAX_MEMBERS} members`;
  const problem = complainAboutValue(params, MAX_DEPTH);
  if (problem !== null) return problem;
  return Buffer.byteLength(JSON.stringify(params)) > MAX_BYTES
    ? `must be at most ${MAX_BYTES} bytes of JSON`
    : null;
}

function complainAboutValue(value: unknown, depth: number): Problem {
  if (value === null || typeof value === 'boolean' || Number.isFinite(value)) return null;
  if (typeof value === 'string') return complainAboutText(value);
  if (depth === 0) return `must not be nested deeper than ${MAX_DEPTH}`;
  if (Array.isArray(value)) return firstComplaint(value, (item) => complainAboutValue(item, depth - 1));
  if (!isPlainObject(value)) return 'must be JSON';
  return firstComplaint(
    Object.entries(value),
    ([name, member]) => complainAboutName(name) ?? complainAboutValue(member, depth - 1),
  );
}

function complainAboutName(name: string): Problem {
  return UNSAFE_NAMES.has(name) ? `must not have a member called ${name}` : complainAboutText(name);
}

/** PostgreSQL keeps no NUL, and half a surrogate pair is no text. */
function complainAboutText(text: string): Problem {
  return text.includes('\0') || !text.isWellFormed() ? 'must be well-formed text' : null;
}

function firstComplaint<T>(items: readonly T[], complain: (item: T) => Problem): Problem {
  for (const item of items) {
    const problem = complain(item);
    if (problem !== null) return problem;
  }
  return null;
}

/** As JSON gives it: an own `__proto__` is a member like any other. */
function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
