import type { Context } from 'hono';
import { AppError } from '../../errors/errors.ts';
import { addressKey } from '../../limits/address-key.ts';
import { BodyBuffer } from '../../net/arrival/body-buffer.ts';
import { type Pace, receiveBody, receiveStream } from '../../net/arrival/receive-body.ts';
import { deepMemberOf, TOO_DEEP } from '../../values/json-depth.ts';
import type { AppEnv } from '../function-route.ts';

/** The most bytes of the arguments of a call. */
export const MAX_CALL_BYTES = 256 * 1024;

/** The first bytes of every body are not counted, so that small requests are taken when the budget is used up. */
const UNCOUNTED = 16_384;

/**
 * Reads a request's body, never holding more than the limit, however the client cuts it. It counts against the budget
 * until the request is answered. The server itself cuts requests that take longer than 30 s to arrive.
 *
 * @param limit bytes, inclusive.
 * @param pace for a body that may take longer than others, and whose memory its reader bounds in another way.
 * @throws AppError PAYLOAD_TOO_LARGE, RATE_LIMIT or OVERLOADED if too much is arriving already, REQUEST_TIMEOUT if it
 * falls behind the pace, VALIDATION_ERROR if it stays incomplete.
 */
export async function readBody(c: Context<AppEnv>, limit: number, pace?: Pace): Promise<Uint8Array> {
  if (Number(c.req.header('content-length') ?? Number.NaN) > limit) throw tooLarge(limit);
  let capacity = 0;
  const buffer = new BodyBuffer(limit, (bytes) => {
    if (pace) return;
    const counted = Math.max(0, capacity + bytes - UNCOUNTED) - Math.max(0, capacity - UNCOUNTED);
    if (counted > 0) count(c, counted);
    capacity += bytes;
  });
  const incoming = c.env?.incoming;
  if (incoming) await receiveBody(incoming, buffer, pace);
  else await receiveStream(c.req.raw.body ?? [], buffer);
  if (buffer.excess > 0) throw tooLarge(limit);
  return buffer.bytes();
}

function count(c: Context<AppEnv>, bytes: number): void {
  c.get('bodyBudget').take(addressKey(c.get('clientAddress')), bytes);
  c.set('bodyBytes', (c.get('bodyBytes') ?? 0) + bytes);
}

/** Gives back what the body of an answered request has counted. */
export function forgetBody(c: Context<AppEnv>): void {
  const bytes = c.get('bodyBytes');
  if (bytes !== undefined) c.get('bodyBudget').giveBack(addressKey(c.get('clientAddress')), bytes);
}

function tooLarge(limit: number): AppError {
  return new AppError('PAYLOAD_TOO_LARGE', `the body is larger than ${limit} bytes`);
}

/**
 * Reads the JSON object of a first-party endpoint; an empty body is an empty object.
 *
 * @throws AppError VALIDATION_ERROR, PAYLOAD_TOO_LARGE
 */
export async function readJsonObject(
  c: Context<AppEnv>,
  limit = MAX_CALL_BYTES,
): Promise<Record<string, unknown>> {
  const bytes = await readBody(c, limit);
  if (bytes.byteLength === 0) return {};
  const value = parseJson(bytes);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new AppError('VALIDATION_ERROR', 'the body must be a JSON object');
  }
  // JSON allows a member that object code would take for the prototype.
  if (Object.hasOwn(value, '__proto__'))
    throw new AppError('VALIDATION_ERROR', '__proto__: unknown argument');
  const deep = deepMemberOf(value);
  if (deep !== undefined) throw new AppError('VALIDATION_ERROR', `${deep}: is ${TOO_DEEP}`);
  return value as Record<string, unknown>;
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new AppError('VALIDATION_ERROR', 'the body is not valid JSON');
  }
}
