import { describe, expect, test } from 'vitest';
import { countClicks } from '../../../attribution/clicks/count-clicks.ts';
import { rebuildRollups } from '../../../counters/rebuild/rebuild-rollups.ts';
import { settleRevenue } from '../../../payments/testing/books.ts';
import { freshDevice, type TestCampaign } from '../../../payments/testing/paying-device.ts';
import { clickLink, send } from '../../../testing/attributed-app.ts';
import { report } from '../../testing/ask-report.ts';
import { TODAY, useRoasReport } from '../../testing/use-roas-report.ts';

const KENYA = '41.90.64';
const GERMANY = '84.128.0';
const AT_HOME = '192.168.0';
const GOOGLEBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1)';

const { service, tenant, spring, summer, paid, bought } = useRoasReport();

interface Link {
  readonly slug: string;
  readonly clicks: number;
  readonly attributed_installs: number;
  readonly revenue: object;
}

let addresses = 0;
const addressIn = (network: string) => `${network}.${(addresses++ % 250) + 1}`;

/** Follows a link in one country, and installs in the same or another. */
async function installsIn({ slug }: TestCampaign, network: string, installedIn = network) {
  const { clickId } = await clickLink(service, slug, { from: addressIn(network) });
  const ids = freshDevice();
  const from = { 'x-forwarded-for': addressIn(installedIn) };
  await send(service, tenant, { event_type: 'install', ...ids, click_id: clickId }, from);
  await settleRevenue(service);
  return ids;
}

async function settle(): Promise<void> {
  await settleRevenue(service);
  await countClicks(service.services.workPool);
}

const links = async (country?: string) =>
  (await report<{ links: Link[] }>(tenant.owner, 'roas', { ...(country && { country }) })).links.map(
    ({ slug, clicks, attributed_installs, revenue }) => [slug, clicks, attributed_installs, revenue],
  );

const euros = (in_app_revenue: number, payment_revenue: number) => ({
  EUR: { in_app_revenue, payment_revenue, total: in_app_revenue + payment_revenue },
});

/** Two links: one earns in Kenya and at home, the other is followed in Germany. */
async function traffic(): Promise<void> {
  const [first, abroad] = [await installsIn(spring, KENYA), await installsIn(spring, KENYA, GERMANY)];
  const atHome = await installsIn(spring, AT_HOME);
  await paid(first, 10);
  await bought(first, 2);
  await paid(atHome, 3);
  await bought(abroad, 5);
  await clickLink(service, summer.slug, { from: addressIn(GERMANY) });
  await clickLink(service, summer.slug, { from: addressIn(GERMANY), userAgent: GOOGLEBOT });
  await settle();
}

const ofKenya = () => [[spring.slug, 2, 1, euros(2, 10)]];
const ofGermany = () => [
  [spring.slug, 0, 1, euros(5, 0)],
  [summer.slug, 1, 0, {}],
];
const ofNone = () => [[spring.slug, 1, 1, euros(0, 3)]];
const ofAll = () => [
  [spring.slug, 3, 3, euros(7, 13)],
  [summer.slug, 1, 0, {}],
];

async function expectCountries(): Promise<void> {
  expect(await links()).toEqual(ofAll());
  expect(await links('KE')).toEqual(ofKenya());
  expect(await links('de')).toEqual(ofGermany());
  expect(await links('unknown')).toEqual(ofNone());
  expect(await links('FR')).toEqual([]);
}

/** What a rebuild finds wrong of links. */
async function wrong() {
  const found = await rebuildRollups(service.services.workPool, tenant.accountId);
  return { links: found.links, campaign_revenue: found.campaign_revenue };
}

const NOTHING = { links: 0, campaign_revenue: 0 };

describe('links of a country', () => {
  test('have the clicks of visitors there, and the installs and the revenue of devices there', async () => {
    await traffic();
    await expectCountries();
    expect(await wrong()).toEqual(NOTHING);
  });

  test('are taken back where they were counted, when an install is credited to another link', async () => {
    const ids = freshDevice();
    const from = { 'x-forwarded-for': addressIn(KENYA) };
    const { clickId } = await clickLink(service, spring.slug, { from: addressIn(KENYA) });
    await send(service, tenant, { event_type: 'install', ...ids }, from);
    await paid(ids, 4);
    await settle();
    expect(await links('KE')).toEqual([[spring.slug, 1, expect.any(Number), expect.anything()]]);
    await send(service, tenant, { event_type: 'install', ...ids, click_id: clickId }, from);
    await settle();
    expect(await links('KE')).toEqual([[spring.slug, 1, 1, euros(0, 4)]]);
    expect(await wrong()).toEqual(NOTHING);
  });
});

describe('what was counted before there were countries', () => {
  const query = (text: string, values: unknown[] = [tenant.accountId]) =>
    service.services.workPool.query(text, values);

  /** As an upgrade leaves it. */
  async function forgetCountries(): Promise<void> {
    await query(
      `with old as (delete from link_counts where customer_id = $1 returning *)
       insert into link_counts (customer_id, link_id, day, clicks, repeats, bots, installs)
       select customer_id, link_id, day, sum(clicks), sum(repeats), sum(bots), sum(installs) from old group by 1, 2, 3`,
    );
    await query(
      `with old as (delete from campaign_revenue_counts where customer_id = $1 returning *)
       insert into campaign_revenue_counts
         (customer_id, app_id, day, campaign_id, currency, link_id, in_app, payment, possible_double)
       select customer_id, app_id, day, campaign_id, currency, link_id, sum(in_app), sum(payment), sum(possible_double)
       from old group by 1, 2, 3, 4, 5, 6`,
    );
  }

  test('is in no known country, until a rebuild moves it', async () => {
    await traffic();
    await forgetCountries();
    expect(await links()).toEqual(ofAll());
    expect(await links('KE')).toEqual([]);
    expect(await links('unknown')).toEqual(ofAll());
    expect(await wrong()).toEqual({ links: expect.any(Number), campaign_revenue: expect.any(Number) });
    await expectCountries();
    expect(await wrong()).toEqual(NOTHING);
  });

  test('keeps its clicks of days of which clicks went', async () => {
    await traffic();
    await forgetCountries();
    await query(`insert into forgotten_days (customer_id, kind, day) values ($1, 'clicks', $2)`, [
      tenant.accountId,
      TODAY,
    ]);
    await query(
      `delete from clicks where customer_id = $1 and click_id not in (
         select click_id from attributions where customer_id = $1 and click_id is not null)`,
    );
    await wrong();
    expect(await links()).toEqual(ofAll());
    expect(await wrong()).toEqual(NOTHING);
  });

  test('counts as of none that is known, where it was left to be counted by the version before', async () => {
    await clickLink(service, spring.slug, { from: addressIn(KENYA) });
    await clickLink(service, spring.slug, { from: addressIn(KENYA) });
    await query(
      `update click_count_queue set deltas = (
         select json_agg(delta::jsonb - 'country') from json_array_elements(deltas) as delta)`,
      [],
    );
    await clickLink(service, spring.slug, { from: addressIn(AT_HOME) });
    await settle();
    expect(await links('unknown')).toEqual([[spring.slug, 3, 0, {}]]);
    expect((await wrong()).links).toBe(2);
    expect(await links('KE')).toEqual([[spring.slug, 2, 0, {}]]);
    expect(await wrong()).toEqual(NOTHING);
  });
});
