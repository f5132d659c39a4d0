type Replace = (name: string, value: unknown) => unknown;

/**
 * `JSON.stringify`, for pages of which a library has given all objects or all arrays a `toJSON`, which that obeys: prototype.js
 * makes texts of arrays. It is away meanwhile.
 */
export function toJson(value: unknown, replace?: Replace): string {
  const spoilt = [Object.prototype, Array.prototype].find((prototype) => 'toJSON' in prototype);
  const own = spoilt && Object.getOwnPropertyDescriptor(spoilt, 'toJSON');
  if (!own || !Reflect.deleteProperty(spoilt, 'toJSON')) return JSON.stringify(value, replace);
  try {
    return toJson(value, replace);
  } finally {
    Object.defineProperty(spoilt, 'toJSON', own);
  }
}
