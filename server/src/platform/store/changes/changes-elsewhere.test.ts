import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { runAdmin } from '../../../run/admin/run-admin.ts';
import { createLink } from '../../../testing/create-link.ts';
import { useGatedInstances } from '../../../testing/instances/use-gated-instances.ts';
import { perTest } from '../../../testing/per-suite.ts';
import { postEvents } from '../../../testing/post-events.ts';
import { signedEvent } from '../../../testing/signed-event.ts';
import { createTenant } from '../../../testing/test-tenant.ts';
import { LISTENER } from './roll-call.ts';

const { log, here, gate, elsewhere } = useGatedInstances();
const tenant = perTest(() => createTenant(here));
const link = perTest(() => createLink(tenant, { p_android_url: null }));

const ELSEWHERE = 'https://example.com/elsewhere';

const event = async () => {
  const { results } = await postEvents(elsewhere, signedEvent(tenant));
  return results[0]?.code ?? results[0]?.status;
};
const visit = async () => {
  const answer = await elsewhere.request(`/l/${link.slug}`);
  return answer.headers.get('location')?.split('?')[0] ?? answer.status;
};
const LANDING = 'https://example.com/landing';

async function call(procedure: string, args: Record<string, unknown>): Promise<string> {
  const answer = await tenant.owner.rpc(procedure, args);
  return answer.ok ? '' : `${procedure} answered ${answer.status}`;
}
async function admin(...argv: string[]): Promise<string> {
  const lines: string[] = [];
  await runAdmin(here.services.config, argv, (line) => lines.push(line));
  return lines.join('\n');
}

/** What another instance does before and after each change of what instances keep in memory. */
const CHANGES: readonly (readonly [
  what: string,
  change: () => Promise<string>,
  seen: () => Promise<unknown>,
  before: unknown,
  after: unknown,
])[] = [
  [
    'set_app_active',
    () => call('set_app_active', { p_app_id: tenant.appId, p_active: false }),
    event,
    'accepted',
    'AUTH_ERROR',
  ],
  [
    'set_link_active',
    () => call('set_link_active', { p_link_id: link.id, p_active: false }),
    visit,
    LANDING,
    '/paused',
  ],
  [
    'update_link',
    () => call('update_link', { p_link_id: link.id, p_fallback_url: ELSEWHERE }),
    visit,
    LANDING,
    ELSEWHERE,
  ],
  ['deactivate-app', () => admin('deactivate-app', tenant.appId), event, 'accepted', 'AUTH_ERROR'],
  ['deactivate-account', () => admin('deactivate-account', tenant.accountId), visit, LANDING, '/paused'],
  [
    'set-plan',
    () => admin('set-plan', tenant.accountId, 'free'),
    async () => (await elsewhere.services.apps.find([tenant.appId])).get(tenant.appId)?.planName,
    'self_hosted',
    'free',
  ],
];

test.each(CHANGES)(
  '%s is not answered before an instance that is slow to hear of it follows it',
  async (...row) => {
    const [, change, seen, before, after] = row;
    expect(await seen()).toEqual(before);
    gate.stall(LISTENER);
    let said: string | undefined;
    const changing = change().then((text) => {
      said = text;
    });
    await pause(700);
    expect([await seen(), said]).toEqual([before, undefined]);
    gate.thaw();
    await changing;
    expect(await seen()).toEqual(after);
    expect(said).not.toContain('answered');
  },
);

test('after 10 s they are answered if an instance remains silent, which then follows them all the same', async () => {
  expect([await visit(), await event()]).toEqual([LANDING, 'accepted']);
  gate.stall(LISTENER);
  const started = performance.now();
  const [said] = await Promise.all([
    admin('deactivate-app', tenant.appId),
    call('update_link', { p_link_id: link.id, p_fallback_url: ELSEWHERE }),
  ]);
  expect(performance.now() - started).toBeGreaterThan(9900);
  expect([await visit(), await event()]).toEqual(['/paused', 'AUTH_ERROR']);
  expect(said).toContain('1 of the running instances did not confirm it');
  expect(log.lines().map(({ msg }) => msg)).toContain(
    'instances did not confirm that they heard of a change',
  );
}, 60_000);
