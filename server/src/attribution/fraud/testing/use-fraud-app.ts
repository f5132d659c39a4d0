import { randomUUID } from 'node:crypto';
import { beforeEach } from 'vitest';
import { DAY_MS } from '../../../platform/values/day-ms.ts';
import { clickLink, send } from '../../../testing/attributed-app.ts';
import { createSlug } from '../../../testing/create-link.ts';
import { perTest } from '../../../testing/per-suite.ts';
import { createTenant } from '../../../testing/test-tenant.ts';
import { useService } from '../../../testing/use-service.ts';
import { processReviews } from '../review/fraud-reviewer.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;

export const PHONE = { device_model: 'SM-A155F', os_name: 'Android', os_version: '14' };
export const EMULATOR = { ...PHONE, device_model: 'sdk_gphone64_x86_64' };

const NETWORK = '203.0.113.9';

/** A flag as stored, with the event of its install. */
interface Flag {
  readonly event_id: string;
  readonly rule: string;
  readonly signals: Record<string, unknown>;
  readonly flagged_at: Date;
}

/** The first noon after a time: a day that ends between a test's installs makes yesterday's devices of some. */
function noonAfter(ms: number): number {
  return Math.ceil(ms / DAY_MS) * DAY_MS + 12 * HOUR;
}

/**
 * Gives each test an app with a link, and a clock that says noon and is set by the test; and functions that read what was
 * flagged.
 */
export function useFraudApp() {
  const time = { now: noonAfter(Date.now()) };
  beforeEach(() => {
    time.now = noonAfter(time.now);
  });
  const service = useService({ clock: () => time.now });

  /** An app of another account, with a link. */
  async function createApp() {
    const tenant = await createTenant(service);
    return { tenant, slug: await createSlug(tenant) };
  }
  const app = perTest(createApp);

  /** Follows the link, waits two minutes and installs with the store's referrer. @returns the event's id. */
  async function installFromLink(members: Record<string, unknown> = {}, { tenant, slug } = app) {
    const { referrer } = await clickLink(service, slug, { from: NETWORK });
    time.now += 2 * MINUTE;
    const ids = { android_id: randomUUID(), installation_id: randomUUID() };
    const install = { event_type: 'install', referrer, ...ids, ...PHONE, ...members };
    return send(service, tenant, install, { 'x-forwarded-for': NETWORK });
  }

  async function flags({ tenant } = app): Promise<Flag[]> {
    const { rows } = await service.services.workPool.query<Flag>(
      `select event_id, rule, signals, flagged_at from fraud_flags join installs using (customer_id, install_id)
       where customer_id = $1 order by rule, event_id`,
      [tenant.accountId],
    );
    return rows;
  }

  /** Makes every review that is due. */
  async function review(): Promise<void> {
    const { workPool: pool, log, clock } = service.services;
    while ((await processReviews({ pool, log, clock })) > 0);
  }

  /** Gives the app settings, whatever they are. */
  async function setSettings(settings: object | null): Promise<void> {
    await service.services.workPool.query('update apps set settings = $2 where id = $1', [
      app.tenant.appId,
      JSON.stringify(settings),
    ]);
  }

  return { time, service, app, createApp, installFromLink, flags, review, setSettings };
}
