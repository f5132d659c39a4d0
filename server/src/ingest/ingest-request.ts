import type { IngestResultItem } from '@tributary/sdk/wire/ingest-response';
import { maskedNetwork } from '../platform/http/requests/masked-network.ts';
import { addressKey } from '../platform/limits/address-key.ts';
import { type CheckedEvent, checkShape } from './check/check-shape.ts';
import type { Ingest } from './create-ingest.ts';
import { findApps } from './find-apps.ts';
import type { IntakeShare } from './limits/intake.ts';
import { limitApps } from './limits/limit-apps.ts';
import { readEventText } from './parse/read-event-text.ts';
import { splitRequest } from './parse/split-request.ts';
import { readFirstStart } from './row/first-start.ts';
import { type Arrival, arrivalAt } from './row/to-storable-event.ts';
import { storeVerified } from './store-verified.ts';
import { type VerifiedItem, verifyEvents } from './verify-events.ts';

/** A request with events, before anything of its body is read. */
export interface IngestRequest {
  /** The client's. */
  readonly address: string;
  /** The header. */
  readonly contentEncoding: string | undefined;
  /** Reads the body as it was sent. @param limit bytes. @throws AppError PAYLOAD_TOO_LARGE and others */
  readonly readBody: (limit: number) => Promise<Uint8Array>;
  /** What it holds in memory; the caller gives it back. */
  readonly share: IntakeShare;
  /** Called with the account of its first verified event. */
  readonly noteAccount: (accountId: string) => void;
}

/**
 * Takes one request with events, each authenticated by its own signature, through every step in order. A step refuses
 * the request, which then has stored nothing, or single events, which then have a result that says why:
 *
 * 1. Its address sends too much: refuses the request, before its body is read. `RATE_LIMIT`
 * 2. The body is too large, incomplete or no text: refuses the request. `PAYLOAD_TOO_LARGE`, `VALIDATION_ERROR`
 * 3. Too much is held for others: refuses the request. `OVERLOADED`
 * 4. It is not JSON of 1 to 50 events: refuses the request. `VALIDATION_ERROR`
 * 5. The fields: refuse events. First of their checks, because the others read the fields. `VALIDATION_ERROR`
 * 6. Their apps cannot be looked up: refuses the request. `OVERLOADED`
 * 7. App and account, signature, then the replay window, which only authentic events learn of: refuse events.
 * 8. The app's limit, against which only verified events count: refuses its events, or the request if no other app's
 *    are left. `RATE_LIMIT`
 * 9. The store: names duplicates, then refuses events beyond the plan's quota; refuses the request if it cannot be
 *    reached. `OVERLOADED`
 *
 * @returns a result for each event, in order.
 * @throws AppError
 */
export async function ingestRequest(request: IngestRequest, ingest: Ingest): Promise<IngestResultItem[]> {
  await ingest.perAddress.consume(addressKey(request.address));
  const network = maskedNetwork(request.address);
  const text = await readEventText(request.contentEncoding, request.readBody);
  const arrival = arrivalAt(ingest.clock(), network, ingest.findCountry(network));
  request.share.take(text.length);
  const submitted = splitRequest(text);
  const shapes = submitted.map(checkShape);
  const known = await findApps(submitted, shapes, ingest.apps);
  const verified = await verifyEvents(submitted, shapes, known, arrival, (event) =>
    arrivalOf(event, arrival, ingest),
  );
  const items = await limitApps(verified, ingest.perApp);
  noteAccount(request, items);
  // Not awaited: what waits for the commit then keeps none of the request's text in memory.
  return storeVerified(items, arrival.at, ingest);
}

/** An install may prove from which network the app was opened; that is where it happened. */
function arrivalOf(event: CheckedEvent, arrival: Arrival, { keyring, findCountry }: Ingest): Arrival {
  const first = readFirstStart(event, arrival.at, keyring);
  if (first === undefined) return arrival;
  const { keyResolvedAt, network } = first;
  const from = network === undefined ? arrival : { ...arrival, network, country: findCountry(network) };
  return { ...from, keyResolvedAt };
}

/** A batch of several accounts is noted under the first. */
function noteAccount(request: IngestRequest, items: readonly VerifiedItem[]): void {
  const verified = items.find(({ step }) => step.ok);
  if (verified?.step.ok) request.noteAccount(verified.step.value.customerId);
}
