import { EVENT_FIELDS } from '@tributary/sdk/wire/event-fields';
import { FORGET_PURPOSE } from '@tributary/sdk/wire/forget-purpose';
import { z } from 'zod';
import { readEventText } from '../../../ingest/parse/read-event-text.ts';
import { readSignedObject } from '../../../ingest/parse/split-request.ts';
import type { FunctionRoute } from '../../../platform/http/function-route.ts';
import { readBody } from '../../../platform/http/requests/read-body.ts';
import { addressKey } from '../../../platform/limits/address-key.ts';
import { PER_DAY, PER_MINUTE } from '../../../platform/limits/rate-limits.ts';
import { CLICK_ID_KINDS } from '../../../platform/values/device-id-kinds.ts';
import { checkForgetRequest, verifyForgetRequest } from './check-forget-request.ts';
import { hasSent } from './has-sent.ts';
import { startForgetting } from './start-forgetting.ts';

/** A request has some hundred; an SDK may sign members that are not known here. */
const MAX_BODY_BYTES = 16 * 1024;

const body = z.looseObject({
  app_id: z.uuid().describe(EVENT_FIELDS.app_id.means),
  customer_id: z.uuid().describe(EVENT_FIELDS.customer_id.means),
  installation_id: z.uuid().describe('What it sent in this app is erased.'),
  ...Object.fromEntries(
    CLICK_ID_KINDS.map((kind) => [
      kind,
      z.string().nullish().describe('As its events have it. It is checked, and widens nothing.'),
    ]),
  ),
  purpose: z
    .literal(FORGET_PURPOSE)
    .optional()
    .describe('What the signature is for. Only SDKs before 28 November 2026 leave it out.'),
  sent_at: z.int().describe('When it was signed, by the device’s clock, Unix ms.'),
  signature: z.string().length(64).describe(EVENT_FIELDS.signature.means),
});

const answer = z.object({ receipt_id: z.uuid() });

export const forgetRoute: FunctionRoute = {
  path: 'forget',
  about: {
    tag: 'data-rights',
    summary: 'Forget an installation',
    description:
      'Erases what one installation of an app itself sent in that app, and refuses what it sends from then on: for ' +
      'good, or for 30 days where there was nothing of it. For the SDK’s `forgetMe`, signed as an event is, within 10 minutes of now (`sent_at`). An id that others ' +
      'sent too stays theirs, and no other id than the installation’s is taken for whose the rows are: the app’s ' +
      'secret is in every copy of the app. The erasure is done in the background; `list_erasures` shows it under the ' +
      'receipt. Sent again, it answers with the same receipt. At most ' +
      `${PER_MINUTE.forgetPerAddress} requests a minute from one address and ${PER_MINUTE.forgetPerApp} (a day ${PER_DAY.forgetPerApp}) for one app about installations that no device is known by, and ${MAX_BODY_BYTES / 1024} KB. ` +
      '400 also for an event, whatever signed it: `event_type` and `event_id` are refused, as ingest refuses `purpose`. ' +
      '401 where the signature does not verify, or the app or account is inactive; where it ' +
      'was signed at another time, `server_timestamp` of that answer is the service’s. Audited as `forget_installation`.',
    security: [['eventSignature']],
    body: { 'application/json': body },
    example: {
      body: {
        app_id: '5a0d4c6e-8f0b-4c1a-b1de-3f9a7c2d6e54',
        customer_id: '7c1f2b9e-4a1d-4c52-9a55-0d2f6a3b8e10',
        installation_id: '2f9b1f0e-54a4-4bcb-8a34-0d1f6f3a2b11',
        purpose: FORGET_PURPOSE,
        sent_at: 1_769_860_801_000,
        signature: '0'.repeat(64),
      },
    },
    answers: { 202: { means: 'It is forgotten.', content: { 'application/json': answer } } },
    fails: ['VALIDATION_ERROR', 'AUTH_ERROR', 'PAYLOAD_TOO_LARGE', 'RATE_LIMIT'],
  },
  cors: true,
  methods: {
    async POST(c, { limits, apps, orm, workPool, clock }) {
      await limits.forgetPerAddress.consume(addressKey(c.get('clientAddress')));
      const encoding = c.req.header('content-encoding');
      const text = await readEventText(encoding, () => readBody(c, MAX_BODY_BYTES));
      const request = checkForgetRequest(readSignedObject(text));
      const app = (await apps.find([request.appId])).get(request.appId);
      const now = clock();
      verifyForgetRequest(request, app, now);
      c.set('accountId', request.customerId);
      // Whoever has the app's secret can invent installations, and must not keep those that are there from being forgotten.
      if (!(await hasSent(workPool, request)))
        for (const limit of [limits.forgetPerApp, limits.forgetPerAppAndDay])
          await limit.consume(request.appId);
      const receipt_id = await startForgetting({ orm, now, requestId: c.get('requestId') }, request);
      c.header('Cache-Control', 'no-store');
      return c.json({ receipt_id } satisfies z.output<typeof answer>, 202);
    },
  },
};
