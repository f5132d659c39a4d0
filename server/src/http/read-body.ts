import { AppError } from '../errors.ts';

/**
 * Reads a request's body, never holding more than the limit.
 *
 * @param limit bytes, inclusive.
 * @throws AppError PAYLOAD_TOO_LARGE
 */
export async function readBody(request: Request, limit: number): Promise<Uint8Array> {
  const tooLarge = () => new AppError('PAYLOAD_TOO_LARGE', `the body is larger than ${limit} bytes`);
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLarge();
  if (request.body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body) {
    size += chunk.byteLength;
    if (size > limit) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

/**
 * Reads a JSON object of a first-party endpoint; an empty body is an empty object.
 *
 * @throws AppError VALIDATION_ERROR, PAYLOAD_TOO_LARGE
 */
export async function readJsonObject(request: Request, limit = 262_144): Promise<Record<string, unknown>> {
  const bytes = await readBody(request, limit);
  if (bytes.byteLength === 0) return {};
  const value = parseJson(bytes);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new AppError('VALIDATION_ERROR', 'the body must be a JSON object');
  }
  // JSON can spell a member that object code would take for the prototype.
  if (Object.hasOwn(value, '__proto__'))
    throw new AppError('VALIDATION_ERROR', '__proto__: unknown argument');
  return value as Record<string, unknown>;
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new AppError('VALIDATION_ERROR', 'the body is not valid JSON');
  }
}
