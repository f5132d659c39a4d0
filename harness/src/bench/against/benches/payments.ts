import { signEvent } from '@tributary/sdk/wire/sign';
import { uuidV7 } from '../../ingest/bench-events.ts';
import { measurePayments } from '../../payments/measure-payments.ts';
import { type AgainstBench, measureTurn } from '../bench-side.ts';

const PAYERS = 20;
const REQUESTS = 4000;

/** Deliveries of new payments, whose payers are known. */
export const payments: AgainstBench = {
  unit: 'payment',
  workers: true,
  async prepare({ service: { origin }, accounts }) {
    for (const app of accounts.flatMap(({ apps }) => apps)) {
      const events = Array.from({ length: PAYERS }, (_, n) => {
        const now = Date.now();
        const { customerId: customer_id, appId: app_id } = app;
        const ids = { customer_id, app_id, event_id: uuidV7(now), user_id: `user-${n}` };
        const times = { timestamp: now, sent_at: now };
        return signEvent({ event_type: 'install', sdk_version: 'bench-1.0', ...ids, ...times }, app.secret);
      });
      const answer = await fetch(`${origin}/v1/ingest`, { method: 'POST', body: JSON.stringify({ events }) });
      if ((await answer.text()).split('"accepted"').length - 1 !== PAYERS)
        throw new Error('the payers were not accepted');
    }
  },
  measure({ service, accounts }, { name: prefix, scale }) {
    const webhooks = accounts.flatMap(({ apps }) =>
      apps.map(({ appId, webhookSecret }) => ({ appId, secret: webhookSecret })),
    );
    const shape = {
      webhooks,
      requests: Math.round(REQUESTS * scale),
      connections: 64,
      prefix,
      payers: PAYERS,
      expected: '"recorded"',
    };
    return measureTurn(service, (whenWarm) => measurePayments(service.origin, shape, whenWarm));
  },
};
