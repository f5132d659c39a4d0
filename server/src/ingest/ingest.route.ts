import type { IngestResponse } from '@tributary/sdk/wire/ingest-response';
import type { Context } from 'hono';
import type { AppEnv, FunctionRoute } from '../http/function-route.ts';
import { maskedNetwork } from '../http/requests/masked-network.ts';
import { readBody } from '../http/requests/read-body.ts';
import { addressKey } from '../rate-limits/rate-limit.ts';
import type { Ingest } from './create-ingest.ts';
import { noteRejections, storeVerified, type VerifiedItem, verifyEvents } from './ingest-events.ts';
import { readEventText } from './parse/read-event-text.ts';
import { splitRequest } from './parse/split-request.ts';
import { type Arrival, arrivalAt } from './row/to-storable-event.ts';

/** `POST /v1/ingest`: one event or a batch of up to 50, each authenticated by its own signature. */
export const ingestRoute: FunctionRoute = {
  path: 'ingest',
  cors: true,
  errorCodes: true,
  methods: {
    async POST(c, { ingest, limits, clock }) {
      const address = c.get('clientAddress');
      await limits.ingestPerAddress.consume(addressKey(address));
      const network = maskedNetwork(address);
      const { items, bytes, arrival } = await receiveEvents(c, () => arrivalAt(clock(), network), ingest);
      noteAccount(c, items);
      const results = await storeVerified(items, arrival.at, ingest.writer).finally(() =>
        ingest.intake.leave(bytes),
      );
      ingest.metrics.countResults(results);
      noteRejections(items, results, ingest.rejections);
      return c.json({ results, batch_size: results.length } satisfies IngestResponse);
    },
  },
};

/** `GET /v1/ingest/health`: liveness. */
export const ingestHealthRoute: FunctionRoute = {
  path: 'ingest/health',
  cors: true,
  errorCodes: true,
  methods: { GET: sayOk, HEAD: sayOk },
};

function sayOk(c: Context<AppEnv>): Response {
  return c.json({ status: 'ok', service: 'ingest' });
}

/** A batch of several accounts is logged under the first. */
function noteAccount(c: Context<AppEnv>, items: readonly VerifiedItem[]): void {
  const verified = items.find(({ step }) => step.ok);
  if (verified?.step.ok) c.set('accountId', verified.step.value.customerId);
}

interface ReceivedEvents {
  readonly items: VerifiedItem[];
  /** To be released from the intake when the request is done. */
  readonly bytes: number;
  readonly arrival: Arrival;
}

/** Everything that precedes the store. It keeps none of the request's text in memory while waiting for the commit. */
async function receiveEvents(
  c: Context<AppEnv>,
  arrive: () => Arrival,
  { intake, ...parts }: Ingest,
): Promise<ReceivedEvents> {
  const text = await readEventText(c.req.header('content-encoding'), (limit) => readBody(c, limit));
  const bytes = text.length;
  const arrival = arrive();
  intake.enter(bytes);
  try {
    return { items: await verifyEvents(splitRequest(text), arrival, parts), bytes, arrival };
  } catch (error) {
    intake.leave(bytes);
    throw error;
  }
}
