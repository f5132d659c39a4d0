import { expect, test } from 'vitest';
import { runAdmin } from '../../run/admin/run-admin.ts';
import { perSuite } from '../../testing/per-suite.ts';
import { postEvents } from '../../testing/post-events.ts';
import { signedEvent } from '../../testing/signed-event.ts';
import { createTenant } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';

const first = useService();
const instances = [first, useService({ beside: first })];
const tenant = perSuite(() => createTenant(first));

async function admin(...argv: string[]): Promise<void> {
  await runAdmin(first.services.config, argv, () => {});
}

/** Waits until every instance gives this answer to a new event. */
async function untilEveryInstanceAnswers(expected: string): Promise<void> {
  for (const instance of instances) {
    const answer = async () => {
      const { results } = await postEvents(instance, signedEvent(tenant));
      return results[0]?.code ?? results[0]?.status;
    };
    await expect.poll(answer).toBe(expected);
  }
}

test.each([
  ['app', () => tenant.appId],
  ['account', () => tenant.accountId],
])('a deactivated %s is refused by every instance, and taken again by every instance', async (kind, id) => {
  await untilEveryInstanceAnswers('accepted');
  await admin(`deactivate-${kind}`, id());
  await untilEveryInstanceAnswers('AUTH_ERROR');
  await admin(`activate-${kind}`, id());
  await untilEveryInstanceAnswers('accepted');
});

test('a plan takes effect in every instance, even if its allowance was known to be used up', async () => {
  await first.services.workPool.query('update usage_months set used = 10000 where customer_id = $1', [
    tenant.accountId,
  ]);
  await admin('set-plan', tenant.accountId, 'free');
  await untilEveryInstanceAnswers('QUOTA_EXCEEDED');
  await admin('set-plan', tenant.accountId, 'growth');
  await untilEveryInstanceAnswers('accepted');
  await admin('set-plan', tenant.accountId, 'free');
  await untilEveryInstanceAnswers('QUOTA_EXCEEDED');
});

test('an event is a duplicate wherever it is sent again', async () => {
  await admin('set-plan', tenant.accountId, 'self_hosted');
  await untilEveryInstanceAnswers('accepted');
  const event = signedEvent(tenant);
  const answers = [];
  for (const instance of instances) answers.push((await postEvents(instance, event)).results[0]?.status);
  expect(answers).toEqual(['accepted', 'deduplicated']);
});
