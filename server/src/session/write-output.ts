import superjson from 'superjson';

/**
 * The output of a tRPC call as superjson writes it. It takes its time to look for what JSON cannot hold, seconds for a
 * long report, and refuses names that every object has; so what is JSON as it is, as nearly all outputs are, goes
 * without it.
 */
export function writeOutput(value: unknown): { json: unknown; meta?: unknown } {
  return isJson(value) ? { json: value } : superjson.serialize(value);
}

/** Whether a value reads back from its JSON as it is; shared parts read back as copies. */
function isJson(value: unknown): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0);
  if (typeof value !== 'object') return false;
  if (Array.isArray(value)) return value.every(isJson);
  return Object.getPrototypeOf(value) === Object.prototype && Object.values(value).every(isJson);
}
