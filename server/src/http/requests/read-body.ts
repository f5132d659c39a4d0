import { AppError } from '../../errors.ts';

/** How much of a body that is too large is read and discarded, in bytes. */
const MAX_DISCARDED = 8 * 1024 * 1024;

/**
 * Reads a request's body, never holding more than the limit.
 *
 * @param limit bytes, inclusive.
 * @throws AppError PAYLOAD_TOO_LARGE
 */
export async function readBody(request: Request, limit: number): Promise<Uint8Array> {
  const declared = Number(request.headers.get('content-length') ?? Number.NaN);
  if (declared > limit) throw tooLarge(limit);
  const body = await (declared >= 0 ? readDeclared(request) : readStream(request.body ?? [], limit)).catch(
    incompleteBody,
  );
  if (body.byteLength > limit) throw tooLarge(limit);
  return body;
}

/** Node's parser enforces the declared length; reading the body whole costs a third of streaming it. */
async function readDeclared(request: Request): Promise<Uint8Array> {
  return new Uint8Array(await request.arrayBuffer());
}

async function readStream(
  stream: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  limit: number,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.byteLength;
    if (size <= limit) chunks.push(chunk);
    // Otherwise the next request on the connection would find the rest of the body, or a closed connection.
    else if (size > limit + MAX_DISCARDED) break;
  }
  if (size > limit) throw tooLarge(limit);
  return Buffer.concat(chunks, size);
}

/** A client that disconnects midway is not a failure of the service. */
function incompleteBody(error: unknown): never {
  if (error instanceof AppError) throw error;
  throw new AppError('VALIDATION_ERROR', 'the body is incomplete', { cause: error });
}

function tooLarge(limit: number): AppError {
  return new AppError('PAYLOAD_TOO_LARGE', `the body is larger than ${limit} bytes`);
}

/**
 * Reads the JSON object of a first-party endpoint; an empty body is an empty object.
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
  // JSON allows a member that object code would take for the prototype.
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
