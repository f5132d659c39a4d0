import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { DAY_MS } from '../../platform/values/day-ms.ts';
import { runCommand } from '../../run/admin/testing/run-command.ts';
import { answerOf } from '../../testing/answer-of.ts';
import { attributionsOf, clickLink, processQueued, send } from '../../testing/attributed-app.ts';
import { createSlug } from '../../testing/create-link.ts';
import { perSuite } from '../../testing/per-suite.ts';
import { refuseRows } from '../../testing/refuse-rows.ts';
import { createTenant, type Tenant } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';
import { reportNext } from './likeness-reporter.ts';

const service = useService();
const MINUTE = 60_000;
/** Hides the model, so that only network and time speak for a click. */
const HIDDEN = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36';
const LONE = 310;
const OUTSHONE = 240;
let networks = 0;

interface Links {
  readonly own: string;
  readonly others: string;
}

/** Somebody follows a link minutes before an install, and perhaps somebody else another one just before it, from the same network. */
async function follow({ own, others }: Links, isOutshone: boolean, minutes = 8) {
  const network = networks++;
  const from = `${60 + (network >> 8)}.${network & 255}.7.9`;
  const click = async (slug: string, ms: number) => {
    const followed = await clickLink(service, slug, { from, userAgent: HIDDEN });
    await service.services.workPool.query(
      "update clicks set clicked_at = clicked_at - $2 * interval '1 millisecond' where click_id = $1",
      [followed.clickId, ms],
    );
    return followed;
  };
  const { referrer } = await click(own, minutes * MINUTE);
  if (isOutshone) await click(others, 1.1 * MINUTE);
  return { from, referrer };
}

async function install(tenant: Tenant, from: string, members: object) {
  await send(service, tenant, { event_type: 'install', ...members }, { 'x-forwarded-for': from });
}

/** An app in whose world likeness is wrong more often than the service's table says. */
async function seedApp() {
  const tenant = await createTenant(service);
  const links = {
    own: await createSlug(tenant),
    others: await createSlug(tenant, { p_channel: 'social_a' }),
  };
  for (let n = 0; n < LONE + OUTSHONE; n++) {
    const { from, referrer } = await follow(links, n >= LONE);
    await install(tenant, from, { referrer, gaid: randomUUID() });
  }
  await processQueued(service);
  return { tenant, links };
}

const app = perSuite(seedApp);
const read = ({ owner, appId } = app.tenant) =>
  answerOf(owner.rpc('likeness_calibration', { p_app_id: appId })).then(({ body }) => body);
const refit = (p_table: string, { owner, appId } = app.tenant) =>
  answerOf(owner.rpc('refit_likeness', { p_app_id: appId, p_table }));
const diagnosis = () => runCommand(service, 'doctor').catch((error: Error) => error.message);

/** An install that names nothing, soon after a click from its network. */
async function decideByLikeness() {
  const { from } = await follow(app.links, false, 0.5);
  await install(app.tenant, from, {});
  await processQueued(service);
  const attribution = (await attributionsOf(service, app.tenant)).findLast(
    ({ model }) => model === 'probabilistic',
  );
  if (!attribution) throw new Error('likeness named nothing');
  return attribution;
}

describe('how right likeness is in an app', () => {
  test('is not known before the first report, and there is no table to adopt', async () => {
    expect(await read()).toMatchObject({ table: '3', reported_at: null, report: null, misfits: [] });
    expect(await refit('own')).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('at least 500 installs') },
    });
    expect(await diagnosis()).not.toContain(app.tenant.appId);
  });

  test('is reported daily of each app, by one of two instances', async () => {
    const { rows } = await service.services.workPool.query('select id from apps where deleted_at is null');
    const { backgroundPool: pool, log, clock } = service.services;
    const now = clock();
    const reportAt = (at: number) => reportNext({ pool, log, clock: () => at });
    const all = await Promise.all(Array.from({ length: rows.length + 2 }, () => reportAt(now)));
    expect(all.filter((wasDue) => wasDue)).toHaveLength(rows.length);
    expect(await reportAt(now + DAY_MS - 1)).toBe(false);
    expect(await reportAt(now + DAY_MS)).toBe(true);
    expect((await read()).report.installs).toBe(LONE + OUTSHONE);
  });

  test('is reported of the others where it cannot be of one', async () => {
    const other = await createTenant(service);
    const { backgroundPool: pool, log, clock } = service.services;
    const later = clock() + 3 * DAY_MS;
    const mend = await refuseRows(service.services.workPool, {
      table: 'apps',
      before: 'update',
      when: `new.id = '${other.appId}' and new.likeness_report is not null`,
    });
    while (await reportNext({ pool, log, clock: () => later }));
    await mend();
    const { rows } = await pool.query<{ id: string; reported: boolean }>(
      'select id, likeness_report is not null as reported from apps where deleted_at is null',
    );
    expect(rows.filter(({ reported }) => !reported).map(({ id }) => id)).toEqual([other.appId]);
  });

  test('is what it would have made of installs that name their click', async () => {
    expect(await runCommand(service, 'calibrate')).toContain(
      `table 3: of ${LONE + OUTSHONE} installs that name their click, ${LONE + OUTSHONE} could be found by likeness; ` +
        `${LONE + OUTSHONE} would be, ${LONE} of them rightly`,
    );
    const { report, misfits, reported_at } = await read();
    expect(report).toMatchObject({
      table: '3',
      installs: LONE + OUTSHONE,
      reachable: LONE + OUTSHONE,
      named: LONE + OUTSHONE,
      right: LONE,
    });
    expect(report.bands.reduce((sum: number, { installs }: { installs: number }) => sum + installs, 0)).toBe(
      LONE + OUTSHONE,
    );
    expect(reported_at).toBeGreaterThan(Date.now() - 10 * MINUTE);
    expect(misfits).toContainEqual(expect.stringMatching(/are right, where table 3 says 9\d$/));
    expect(await diagnosis()).toContain(`app ${app.tenant.appId}: ${misfits[0]}`);
  });

  test('of an app without installs says so', async () => {
    const empty = await createTenant(service);
    await runCommand(service, 'calibrate');
    expect((await read(empty)).report).toMatchObject({ installs: 0, named: 0, bands: [], own_shares: null });
    expect((await refit('own', empty)).status).toBe(409);
  });
});

describe('a table of the app’s own', () => {
  test('gives later decisions another confidence, and leaves earlier ones', async () => {
    const before = await decideByLikeness();
    expect(before.reason).toContain('by table 3 (');
    const { status, body } = await refit('own');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      table: '1 of the app',
      chosen: 'own',
      shares: body.report.own_shares,
      misfits: [],
    });
    // The last report is of the table that it has left.
    expect(await diagnosis()).not.toContain(app.tenant.appId);
    const after = await decideByLikeness();
    expect(after.reason).toContain('by table 1 of the app (');
    expect(after.confidence_score).toBeLessThan(before.confidence_score - 10);
    const attributions = await attributionsOf(service, app.tenant);
    expect(attributions.find(({ install_id }) => install_id === before.install_id)).toEqual(before);
  });

  test('fits: no band is off any more', async () => {
    await runCommand(service, 'calibrate');
    expect(await read()).toMatchObject({ report: { table: '1 of the app' }, misfits: [] });
  });

  test('can be left again, and no version is used twice', async () => {
    expect((await refit('shipped')).body).toMatchObject({ table: '3', chosen: 'shipped' });
    expect((await decideByLikeness()).reason).toContain('by table 3 (');
    expect(await runCommand(service, 'refit', app.tenant.appId)).toContain('from table 3 of the app');
    expect(await runCommand(service, 'refit', app.tenant.appId, '--shipped')).toContain('from table 3');
    const { rows } = await service.services.workPool.query(
      "select details from audit_log where customer_id = $1 and action = 'refit_likeness' order by happened_at",
      [app.tenant.accountId],
    );
    expect(rows.map(({ details }) => [details.table, details.version])).toEqual([
      ['own', 1],
      ['shipped', 2],
      ['own', 3],
      ['shipped', 4],
    ]);
  });
});
