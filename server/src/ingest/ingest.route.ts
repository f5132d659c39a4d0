import type { IngestResponse } from '@tributary/sdk/wire/ingest-response';
import type { Context } from 'hono';
import type { AppEnv, FunctionRoute } from '../http/function-route.ts';
import { maskedNetwork } from '../http/masked-network.ts';
import { addressKey } from '../http/rate-limit.ts';
import type { Ingest } from './create-ingest.ts';
import { storeVerified, type VerifiedItem, verifyEvents } from './ingest-events.ts';
import { readEventText } from './read-event-text.ts';
import { splitRequest } from './split-request.ts';
import { type Arrival, arrivalAt } from './to-storable-event.ts';

/** `POST /v1/ingest`: one event or a batch of up to 50, each proven by its own signature. */
export const ingestRoute: FunctionRoute = {
  path: 'ingest',
  cors: true,
  errorCodes: true,
  methods: {
    async POST(c, { ingest, limits, clock }) {
      const address = c.get('clientAddress');
      await limits.ingestPerAddress.consume(addressKey(address));
      const network = maskedNetwork(address);
      const { items, bytes, arrival } = await takeIn(c.req.raw, () => arrivalAt(clock(), network), ingest);
      const results = await storeVerified(items, arrival.at, ingest.writer).finally(() =>
        ingest.intake.leave(bytes),
      );
      ingest.metrics.countResults(results);
      return c.json({ results, batch_size: results.length } satisfies IngestResponse);
    },
  },
};

/** `GET /v1/ingest/health`: that the process answers. */
export const ingestHealthRoute: FunctionRoute = {
  path: 'ingest/health',
  cors: true,
  errorCodes: true,
  methods: { GET: sayOk, HEAD: sayOk },
};

function sayOk(c: Context<AppEnv>): Response {
  return c.json({ status: 'ok', service: 'ingest' });
}

interface TakenIn {
  readonly items: VerifiedItem[];
  /** What must leave the intake again. */
  readonly bytes: number;
  readonly arrival: Arrival;
}

/** All of a request that comes before the store. Of its text nothing is kept, so nothing of it waits for the commit. */
async function takeIn(
  request: Request,
  arrive: () => Arrival,
  { intake, ...parts }: Ingest,
): Promise<TakenIn> {
  const text = await readEventText(request);
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
