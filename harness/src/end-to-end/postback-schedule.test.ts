import { createPoster, type Poster } from '@tributary/server/platform/net/outbound/create-poster';
import { deliverDue } from '@tributary/server/postbacks/deliver/delivery-worker';
import { type ScriptedAnswer, startFakeNetwork } from '@tributary/server/postbacks/testing/fake-network';
import { installFrom, listPostbacks, makeConfig } from '@tributary/server/postbacks/testing/postback-devices';
import { startTestService, type TestService } from '@tributary/server/testing/test-service';
import { createTenant, type Tenant } from '@tributary/server/testing/test-tenant';
import { afterAll, beforeAll, expect, test } from 'vitest';

const START = Date.UTC(2026, 2, 1, 12);

let now = START;
let service: TestService;
let tenant: Tenant;
let poster: Poster;
beforeAll(async () => {
  service = await startTestService({ clock: () => now, env: { ALLOW_LOOPBACK_POSTBACKS: '1' } });
  tenant = await createTenant(service);
  // A send is given up after 10 s of real time; the test does not wait for that.
  poster = createPoster({ resolve: async () => ['127.0.0.1'], allowLoopback: true, timeoutMs: 1500 });
}, 60_000);
afterAll(async () => {
  poster.close();
  await service.close();
});

const ONCE = [0];
const FIVE_TIMES = [0, 60, 180, 480, 1080];

/** What each network answers, the seconds at which it is sent to, and what becomes of the delivery. */
const NETWORKS: Record<
  string,
  { answer: ScriptedAnswer; sends: number[]; status: string; failure: string | null }
> = {
  '200': { answer: { status: 200, body: { code: 0 } }, sends: ONCE, status: 'sent', failure: null },
  '200 with a permanent error in its body': {
    answer: { status: 200, body: { code: 40002 } },
    sends: ONCE,
    status: 'failed',
    failure: 'permanent',
  },
  '200 with a passing error in its body': {
    answer: { status: 200, body: { code: 51000 } },
    sends: FIVE_TIMES,
    status: 'failed',
    failure: 'transient',
  },
  '400': { answer: { status: 400 }, sends: ONCE, status: 'failed', failure: 'permanent' },
  '401': { answer: { status: 401 }, sends: ONCE, status: 'failed', failure: 'permanent' },
  '429': { answer: { status: 429 }, sends: FIVE_TIMES, status: 'failed', failure: 'transient' },
  '500': { answer: { status: 500 }, sends: FIVE_TIMES, status: 'failed', failure: 'transient' },
  'no answer': { answer: 'hang', sends: FIVE_TIMES, status: 'failed', failure: 'transient' },
};

/** When the next delivery of any network is due; null where none is left. */
async function nextDue(): Promise<number | null> {
  const { rows } = await service.services.workPool.query<{ at: number | null }>(
    'select round(extract(epoch from min(due_at)) * 1000)::float8 as at from postback_queue',
  );
  return rows[0]?.at ?? null;
}

test('each network is sent to exactly as often and as late as its answers ask for', async () => {
  const configs = new Map<string, string>();
  const answers = Object.entries(NETWORKS);
  const networks = await Promise.all(answers.map(() => startFakeNetwork(() => now)));
  for (const [index, [name, { answer }]] of answers.entries()) {
    const own = networks[index];
    own?.script([answer]);
    const { id } = await makeConfig(tenant, {
      p_postback_format: 'network_e_events',
      p_settings: {
        event_source_id: `source-${index}`,
        event_name: { install: 'InstallApp', purchase: 'Purchase' },
      },
      p_postback_url: own?.origin,
    });
    await tenant.owner.rpc('set_ad_network_credential', {
      p_config_id: id,
      p_credential: 'a-token-of-the-test',
    });
    configs.set(name, id);
  }
  await installFrom(service, tenant, 'social_b');

  const parts = { ...service.services.postbacks, poster };
  for (let at = await nextDue(); at !== null; at = await nextDue()) {
    now = Math.max(now, at);
    await deliverDue(parts);
  }

  const postbacks = await listPostbacks(tenant);
  for (const [index, [name, { sends, status, failure }]] of answers.entries()) {
    const own = networks[index];
    expect(
      own?.calls.map(({ at }) => (at - START) / 1000),
      name,
    ).toEqual(sends);
    const postback = postbacks.find(({ config_id }) => config_id === configs.get(name));
    expect(postback, name).toMatchObject({ status, failure_class: failure, next_attempt_at: null });
    expect(
      postback?.attempts.map(({ at }) => (at - START) / 1000),
      name,
    ).toEqual(sends);
    const ids = own?.calls.map(
      ({ body }) => (JSON.parse(body) as { data: { event_id: string }[] }).data[0]?.event_id,
    );
    expect(new Set(ids), name).toEqual(new Set([postback?.postback_id]));
    await own?.close();
  }
  expect(now - START).toBe(1_080_000);
}, 120_000);
