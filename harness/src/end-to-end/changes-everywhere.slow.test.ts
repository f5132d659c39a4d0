import { once } from 'node:events';
import { perTest } from '@tributary/server/testing/per-suite';
import { signedEvent } from '@tributary/server/testing/signed-event';
import { expect, test } from 'vitest';
import { createSigningApp } from '../backend/signing-app.ts';
import { type SpawnedBackend, spawnBackend } from '../backend/spawned-backend.ts';
import { useDatabase } from './testing/use-database.ts';

const ROUNDS = 15;
const AT_ONCE = 5;

const { database } = useDatabase();
const start = () =>
  spawnBackend({
    DATABASE_URL: database.url,
    SERVICE_SECRET: 's'.repeat(40),
    ANON_KEY: 'a'.repeat(40),
    TRUST_PROXY: '1',
    LOG_LEVEL: 'warn',
  });
const end = async (backend: SpawnedBackend) => {
  backend.process.kill('SIGCONT');
  await backend.close();
};
const here = perTest(start, end);
const elsewhere = perTest(start, end);
const app = perTest(() => createSigningApp(here));
const link = perTest(() =>
  app.owner.rpc<{ id: string; slug: string }>('create_deep_link', {
    p_app_id: app.appId,
    p_slug: 'spring',
    p_fallback_url: 'https://example.com/0',
  }),
);

let visitors = 0;
const address = () => `10.${(visitors >> 16) & 255}.${(visitors >> 8) & 255}.${visitors++ & 255}`;

async function leadsTo(): Promise<string> {
  const answer = await fetch(`${elsewhere.origin}/l/${link.slug}`, {
    redirect: 'manual',
    headers: { 'x-forwarded-for': address() },
  });
  await answer.text();
  return answer.headers.get('location')?.split('?')[0] ?? String(answer.status);
}

async function event(): Promise<string | undefined> {
  const answer = await fetch(`${elsewhere.origin}/v1/ingest`, {
    method: 'POST',
    body: JSON.stringify(signedEvent(app)),
    headers: { 'x-forwarded-for': address() },
  });
  const { results } = (await answer.json()) as { results: { code?: string; status: string }[] };
  return results[0]?.code ?? results[0]?.status;
}

const several = <Answer>(ask: () => Promise<Answer>) => Promise.all(Array.from({ length: AT_ONCE }, ask));
const setApp = (p_active: boolean) =>
  app.owner.rpc('set_app_active', { p_app_id: app.appId, p_active }).catch(empty);
const leadTo = (p_fallback_url: string) =>
  app.owner.rpc('update_link', { p_link_id: link.id, p_fallback_url });
/** An answer without a body is none that the owner can parse. */
const empty = (error: unknown) => {
  if (!(error instanceof SyntaxError)) throw error;
};

/** Counts, over all rounds, how often another instance did not follow what had been answered. */
async function rounds(): Promise<{ events: number; visits: number }> {
  const late = { events: 0, visits: 0 };
  for (let round = 1; round <= ROUNDS; round++) {
    await Promise.all([several(leadsTo), several(event)]);
    await leadTo(`https://example.com/${round}`);
    late.visits += (await several(leadsTo)).filter((url) => url !== `https://example.com/${round}`).length;
    await setApp(false);
    late.events += (await several(event)).filter((status) => status !== 'AUTH_ERROR').length;
    await setApp(true);
    late.events += (await several(event)).filter((status) => status !== 'accepted').length;
  }
  return late;
}

test('what is answered is in force at another instance, in every round', async () => {
  expect(await rounds()).toEqual({ events: 0, visits: 0 });
}, 120_000);

test('also while that instance is busy', async () => {
  let busy = true;
  const load = Array.from({ length: 12 }, async () => {
    while (busy) await leadsTo();
  });
  const late = await rounds();
  busy = false;
  await Promise.all(load);
  expect(late).toEqual({ events: 0, visits: 0 });
}, 120_000);

test('an instance that is stopped is waited for, and one that is killed is not', async () => {
  expect([await leadsTo(), await event()]).toEqual(['https://example.com/0', 'accepted']);
  elsewhere.process.kill('SIGSTOP');
  const started = performance.now();
  const continued = new Promise((resolve) => setTimeout(resolve, 1500)).then(() =>
    elsewhere.process.kill('SIGCONT'),
  );
  await leadTo('https://example.com/1');
  expect(performance.now() - started).toBeGreaterThan(1400);
  await continued;
  expect(await leadsTo()).toBe('https://example.com/1');

  elsewhere.process.kill('SIGSTOP');
  await Promise.all([setApp(false), leadTo('https://example.com/2')]);
  expect(performance.now() - started).toBeGreaterThan(11_400);
  elsewhere.process.kill('SIGCONT');
  expect([await leadsTo(), await event()]).toEqual(['/paused', 'AUTH_ERROR']);

  elsewhere.process.kill('SIGKILL');
  await once(elsewhere.process, 'exit');
  const killed = performance.now();
  await leadTo('https://example.com/3');
  expect(performance.now() - killed).toBeLessThan(5000);
}, 120_000);
