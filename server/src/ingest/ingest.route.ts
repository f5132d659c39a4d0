import type { IngestResponse } from '@tributary/sdk/wire/ingest-response';
import type { FunctionRoute } from '../http/function-route.ts';
import { maskedNetwork } from '../http/masked-network.ts';
import { addressKey } from '../http/rate-limit.ts';
import { ingestEvents } from './ingest-events.ts';
import { readEventText } from './read-event-text.ts';
import { splitRequest } from './split-request.ts';
import { arrivalAt } from './to-storable-event.ts';

/** `POST /v1/ingest`: one event or a batch of up to 50, each proven by its own signature. */
export const ingestRoute: FunctionRoute = {
  path: 'ingest',
  cors: true,
  errorCodes: true,
  methods: {
    async POST(c, { ingest, limits, clock }) {
      await limits.ingestPerAddress.consume(addressKey(c.var.clientAddress));
      const text = await readEventText(c.req.raw);
      return ingest.intake.admit(text.length, async () => {
        const arrival = arrivalAt(clock(), maskedNetwork(c.var.clientAddress));
        const results = await ingestEvents(splitRequest(text), arrival, ingest);
        ingest.metrics.countResults(results);
        return c.json({ results, batch_size: results.length } satisfies IngestResponse);
      });
    },
  },
};

/** `GET /v1/ingest/health`: that the process answers. */
export const ingestHealthRoute: FunctionRoute = {
  path: 'ingest/health',
  cors: true,
  errorCodes: true,
  methods: { GET: (c) => c.json({ status: 'ok', service: 'ingest' }) },
};
