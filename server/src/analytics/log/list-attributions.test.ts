import { beforeAll, describe, expect, test } from 'vitest';
import { answerOf } from '../../testing/answer-of.ts';
import { clickLink, processQueued, send } from '../../testing/attributed-app.ts';
import { createSlug } from '../../testing/create-link.ts';
import { perSuite } from '../../testing/per-suite.ts';
import { addCampaign, addTeam, createTenant } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';

const DAY_MS = 86_400_000;
const START = Date.UTC(2026, 2, 1, 12);

let now = START;
const service = useService({ clock: () => now });
const tenant = perSuite(() => createTenant(service));

interface Item {
  readonly attribution_id: string;
  readonly install_id: string;
  readonly installed_at: number;
  readonly model: string;
  readonly campaign_id: string | null;
  readonly link_id: string | null;
  readonly confidence_score: number;
  readonly fraud_rules: string[] | null;
  readonly country: string | null;
}

const ask = (args: object = {}, who = tenant.owner) => answerOf(who.rpc('list_attributions', args));
async function listed(args: object = {}): Promise<Item[]> {
  const { status, body } = await ask(args);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.items;
}

let campaignId: string;
let all: Item[];
beforeAll(async () => {
  campaignId = await addCampaign(tenant, { p_app_id: tenant.appId });
  const slug = await createSlug(tenant, { p_campaign_id: campaignId, p_channel: 'sms' });
  const other = await createSlug(tenant, { p_channel: 'email' });
  // Organic ones and clicks by turns, four days apart; the second is an emulator's.
  for (const [n, from] of [null, slug, null, other, slug].entries()) {
    now = START - (4 - n) * 4 * DAY_MS;
    const referrer = from === null ? undefined : (await clickLink(service, from)).referrer;
    now += 60_000;
    const members = {
      event_type: 'install',
      android_id: `device-${n}`,
      ...(referrer !== undefined && { referrer }),
      ...(n === 1 && { device_model: 'sdk_gphone64_x86_64' }),
    };
    await send(service, tenant, members, n === 1 ? { 'x-forwarded-for': '41.90.64.77' } : {});
  }
  now = START + 3_600_000;
  await processQueued(service);
  all = await listed();
});

describe('list_attributions', () => {
  test('has what the attribution log has, with links and fraud rules', async () => {
    expect(all).toHaveLength(5);
    const log = await tenant.owner.get('/v1/analytics?resource=attribution_log');
    const { attributions } = (await log.json()) as { attributions: Item[] };
    expect(all.map(({ link_id: _, fraud_rules: __, ...item }) => item)).toEqual(attributions);
    expect(all.map(({ fraud_rules }) => fraud_rules)).toEqual([[], [], [], ['emulator'], []]);
    expect(all.map(({ link_id }) => link_id !== null)).toEqual([true, true, false, true, false]);
  });

  test.each<[string, (sample: Item) => object, (item: Item) => boolean]>([
    ['model', () => ({ p_model: 'organic' }), ({ model }) => model === 'organic'],
    ['channel', () => ({ p_channel: 'email' }), (item) => item === all[1]],
    ['campaign', () => ({ p_campaign_id: campaignId }), ({ campaign_id }) => campaign_id === campaignId],
    ['link', ({ link_id }) => ({ p_link_id: link_id }), ({ link_id }) => link_id === all[0]?.link_id],
    ['organic', () => ({ p_organic: true }), ({ model }) => model === 'organic'],
    ['not organic', () => ({ p_organic: false }), ({ model }) => model !== 'organic'],
    ['flagged', () => ({ p_flagged: true }), (item) => item === all[3]],
    ['not flagged', () => ({ p_flagged: false }), (item) => item !== all[3]],
    [
      'confidence from',
      ({ confidence_score: least }) => ({ p_min_confidence: least }),
      (item) => item.confidence_score >= (all[0]?.confidence_score ?? 0),
    ],
    [
      'confidence up to',
      ({ confidence_score: most }) => ({ p_max_confidence: most }),
      (item) => item.confidence_score <= (all[0]?.confidence_score ?? 0),
    ],
    ['country', () => ({ p_country: 'ke' }), (item) => item.country === 'KE'],
    ['no known country', () => ({ p_country: 'unknown' }), (item) => item.country === null],
    ['install', ({ install_id }) => ({ p_install_id: install_id }), (item) => item === all[0]],
    [
      'period',
      () => ({ p_date_from: '2026-02-21', p_date_to: '2026-02-25' }),
      (item) => item === all[1] || item === all[2],
    ],
    ['several at once', () => ({ p_channel: 'sms', p_flagged: false }), (item) => item === all[0]],
  ])('is narrowed by %s', async (_what, args, keep) => {
    const expected = all.filter(keep);
    expect(expected.length).toBeGreaterThan(0);
    expect(await listed(args(all[0] as Item))).toEqual(expected);
  });

  test('finds an install that is older than the period', async () => {
    const oldest = all.at(-1) as Item;
    const args = { p_date_from: '2026-02-28', p_install_id: oldest.install_id };
    expect(await listed(args)).toEqual([oldest]);
  });

  test('comes in pages, also narrowed', async () => {
    const seen: Item[] = [];
    for (let p_cursor: string | null | undefined; p_cursor !== null; ) {
      const { body } = await ask({ p_organic: false, p_limit: 1, p_cursor });
      seen.push(...body.items);
      p_cursor = body.next_cursor as string | null;
    }
    expect(seen).toEqual(all.filter(({ model }) => model !== 'organic'));
  });

  test('takes a team', async () => {
    expect(await listed({ p_team_id: tenant.teamId })).toEqual(all);
    const other = await addTeam(service, tenant);
    expect(await listed({ p_team_id: other })).toEqual([]);
    expect(await listed({ p_team_id: other, p_app_id: tenant.appId })).toEqual([]);
  });

  test.each([
    [{ p_model: 'magic' }, /^p_model: must be one of install_referrer, /],
    [{ p_min_confidence: 101 }, /^p_min_confidence: must be 100 or less$/],
    [{ p_max_confidence: 1.5 }, /^p_max_confidence: must be a whole number$/],
    [{ p_min_confidence: 60, p_max_confidence: 50 }, /^p_min_confidence: must not be above/],
    [{ p_date_from: '2026-03-02', p_date_to: '2026-03-01' }, /^p_date_from: must not be after/],
    [{ p_flagged: 'yes' }, /^p_flagged: /],
    [{ p_country: 'Kenya' }, /^p_country: must be a country of two letters, or unknown$/],
    [{ p_channel: 'a\u0000' }, /^p_channel: must be well-formed text$/],
    [{ p_campaign_id: 'x' }, /^p_campaign_id: /],
  ])('answers 400 for %j', async (args, error) => {
    expect(await ask(args)).toMatchObject({ status: 400, body: { error: expect.stringMatching(error) } });
  });

  test('shows no flags where the plan has no fraud detection', async () => {
    const { rows } = await service.services.workPool.query<{ plan: string }>(
      `update accounts set plan = 'growth' where id = $1 returning plan`,
      [tenant.accountId],
    );
    expect(rows).toHaveLength(1);
    expect((await listed()).map(({ fraud_rules }) => fraud_rules)).toEqual(all.map(() => null));
    expect(await ask({ p_flagged: true })).toMatchObject({
      status: 403,
      body: { feature: 'fraud_detection' },
    });
  });
});
