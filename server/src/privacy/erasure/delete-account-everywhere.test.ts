import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { LISTENER } from '../../platform/store/changes/roll-call.ts';
import { createLink } from '../../testing/create-link.ts';
import { useGatedInstances } from '../../testing/instances/use-gated-instances.ts';
import { perTest } from '../../testing/per-suite.ts';
import { postEvents } from '../../testing/post-events.ts';
import { signedEvent } from '../../testing/signed-event.ts';
import { createTenant } from '../../testing/test-tenant.ts';

const { log, here, gate, elsewhere } = useGatedInstances();
const tenant = perTest(() => createTenant(here));
const link = perTest(() => createLink(tenant));

const sent = async () => {
  const { results } = await postEvents(elsewhere, signedEvent(tenant));
  return results[0]?.code ?? results[0]?.status;
};
const followed = async () => (await elsewhere.request(`/l/${link.slug}`)).status;

const warnings = () =>
  log.lines().filter(({ msg }) => msg === 'instances did not confirm that they heard of a change');

/** Deletes the account, with the other instance deaf from before: it has its app and its link cached. */
async function deleteUnheard() {
  expect([await sent(), await followed()]).toEqual(['accepted', 302]);
  gate.stall(LISTENER);
  const { rows } = await here.services.workPool.query('select name from accounts where id = $1', [
    tenant.accountId,
  ]);
  const state = { status: 0 };
  const deleting = tenant.owner
    .rpc('delete_my_account_data', { p_confirm: rows[0].name })
    .then((response) => {
      state.status = response.status;
    });
  await pause(1500);
  return { state, deleting };
}

test('is not answered before an instance that is slow to hear of it accepts nothing any more', async () => {
  const { state, deleting } = await deleteUnheard();
  expect([await sent(), await followed(), state.status]).toEqual(['accepted', 302, 0]);
  gate.thaw();
  await deleting;
  expect([await sent(), await followed(), state.status]).toEqual(['AUTH_ERROR', 404, 200]);
});

test('waits no longer for an instance that is gone', async () => {
  const { state, deleting } = await deleteUnheard();
  expect(state.status).toBe(0);
  await gate.shut();
  await deleting;
  expect([state.status, warnings()]).toEqual([200, []]);
  await gate.open();
});

test('is answered after 10 s if an instance remains silent, which then takes no events', async () => {
  const { state, deleting } = await deleteUnheard();
  expect(state.status).toBe(0);
  await deleting;
  expect([state.status, warnings()]).toEqual([
    200,
    [expect.objectContaining({ pids: [expect.any(Number)] })],
  ]);
  expect(await sent()).toBe('AUTH_ERROR');
}, 60_000);
