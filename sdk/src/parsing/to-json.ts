type Replace = (name: string, value: unknown) => unknown;
type Spoilt = { toJSON?: unknown };

/**
 * `JSON.stringify`, for pages of which a library has given all objects or all arrays a `toJSON`, which that obeys: prototype.js
 * makes texts of arrays. It is away meanwhile.
 */
export function toJson(value: unknown, replace?: Replace): string {
  const spoilt = [Object.prototype, Array.prototype].find((prototype: Spoilt) => prototype.toJSON) as Spoilt;
  if (!spoilt) return JSON.stringify(value, replace);
  const own = Object.getOwnPropertyDescriptor(spoilt, 'toJSON') ?? {};
  delete spoilt.toJSON;
  try {
    return toJson(value, replace);
  } finally {
    Object.defineProperty(spoilt, 'toJSON', own);
  }
}
