import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { answerOf } from '../../../testing/answer-of.ts';
import { perSuite } from '../../../testing/per-suite.ts';
import { outcomeOf, postEvents } from '../../../testing/post-events.ts';
import { signedEvent } from '../../../testing/signed-event.ts';
import { createTenant } from '../../../testing/test-tenant.ts';
import { useService } from '../../../testing/use-service.ts';
import { finishErasure, forget, forgetRequest, postForget } from '../testing/post-forget.ts';

const service = useService();
const other = useService({ beside: service });
const tenant = perSuite(() => createTenant(service));

describe('what the installation sends afterwards is refused', () => {
  const refused = async (instance: typeof service, installation_id: string) => {
    const { results } = await postEvents(instance, signedEvent(tenant, { installation_id }));
    expect(results).toMatchObject([
      { status: 'rejected', code: 'VALIDATION_ERROR', error: expect.stringContaining('installation_id') },
    ]);
  };

  test('from the answer on, at every instance, before and after it is erased', async () => {
    const installation_id = randomUUID();
    expect(await outcomeOf(service, signedEvent(tenant, { installation_id }))).toBe('accepted');
    const { body } = await answerOf(
      postForget(other, forgetRequest(tenant, Date.now(), { installation_id })),
    );
    await refused(service, installation_id);
    await refused(other, installation_id.toUpperCase());
    await finishErasure(service, String(body.receipt_id));
    await refused(service, installation_id);
  });

  test('an event that it sent before is no duplicate, and nothing of the others beside it is lost', async () => {
    const installation_id = randomUUID();
    const sent = signedEvent(tenant, { installation_id });
    await postEvents(service, sent);
    await forget(service, tenant, { installation_id });
    const beside = signedEvent(tenant, { installation_id: randomUUID() });
    const { results } = await postEvents(service, [sent, beside, sent]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'accepted', 'rejected']);
  });

  test('but not in another app, nor from an account that has used up its plan for it', async () => {
    const installation_id = randomUUID();
    await forget(service, tenant, { installation_id });
    const elsewhere = await createTenant(service);
    expect(await outcomeOf(service, signedEvent(elsewhere, { installation_id }))).toBe('accepted');
    const { used } = (await answerOf(tenant.owner.rpc('get_usage', {}))).body as { used: number };
    await refused(service, installation_id);
    expect((await answerOf(tenant.owner.rpc('get_usage', {}))).body).toMatchObject({ used });
  });

  test('which check_event says too', async () => {
    const installation_id = randomUUID();
    await forget(service, tenant, { installation_id });
    const p_event = signedEvent(tenant, { installation_id });
    const { body } = await answerOf(tenant.owner.rpc('check_event', { p_app_id: tenant.appId, p_event }));
    expect(body).toMatchObject({ status: 'rejected', checks: { not_forgotten: false, signature: true } });
  });
});
