import type { ClientBase } from 'pg';
import { type CampaignDelta, sumCampaignDeltas } from './campaign-delta.ts';
import { type CohortDelta, sumCohortDeltas } from './cohort-delta.ts';
import type { EventDelta, EventDeviceDelta } from './event-delta.ts';
import { addGroupCounts, type GroupDeltas, keepGroupValues } from './groups/add-group-counts.ts';
import { type InstallDelta, sumInstallDeltas } from './install-delta.ts';
import { type LinkDelta, sumLinkDeltas } from './link-delta.ts';
import type { CampaignRevenueDelta, RevenueDelta } from './revenue-delta.ts';

/** Changes of counters, by the table that they change. */
export interface Deltas extends GroupDeltas {
  readonly installs?: readonly InstallDelta[];
  readonly campaigns?: readonly CampaignDelta[];
  readonly links?: readonly LinkDelta[];
  readonly cohorts?: readonly CohortDelta[];
  readonly revenue?: readonly RevenueDelta[];
  readonly campaignRevenue?: readonly CampaignRevenueDelta[];
  readonly events?: readonly EventDelta[];
  readonly eventDevices?: readonly EventDeviceDelta[];
}

const ADD_INSTALLS = `
  insert into install_counts as counts
    (customer_id, app_id, day, model, channel, installs, confidence_sum, high_confidence, unscored)
  select customer_id, app_id, day, model, channel, installs, confidence_sum, high_confidence, unscored
  from json_to_recordset($1::json) as given (customer_id uuid, app_id uuid, day date, model text, channel text,
    installs bigint, confidence_sum bigint, high_confidence bigint, unscored bigint)
  on conflict (customer_id, app_id, day, model, channel) do update set
    installs = counts.installs + excluded.installs,
    confidence_sum = counts.confidence_sum + excluded.confidence_sum,
    high_confidence = counts.high_confidence + excluded.high_confidence,
    unscored = counts.unscored + excluded.unscored`;

const ADD_CAMPAIGNS = `
  insert into campaign_counts as counts (customer_id, app_id, day, campaign_id, installs)
  select customer_id, app_id, day, campaign_id, installs
  from json_to_recordset($1::json) as given (customer_id uuid, app_id uuid, day date, campaign_id uuid,
    installs bigint)
  on conflict (customer_id, app_id, day, campaign_id) do update set
    installs = counts.installs + excluded.installs`;

const ADD_LINKS = `
  insert into link_counts as counts (customer_id, link_id, day, country, clicks, repeats, bots, installs)
  select customer_id, link_id, day, country, clicks, repeats, bots, installs
  from json_to_recordset($1::json) as given (customer_id uuid, link_id uuid, day date, country text, clicks bigint,
    repeats bigint, bots bigint, installs bigint)
  on conflict (customer_id, link_id, day, country) do update set
    clicks = counts.clicks + excluded.clicks,
    repeats = counts.repeats + excluded.repeats,
    bots = counts.bots + excluded.bots,
    installs = counts.installs + excluded.installs`;

const ADD_COHORTS = `
  insert into cohort_counts as counts (customer_id, app_id, cohort_day, day_offset, devices)
  select customer_id, app_id, cohort_day, day_offset, devices
  from json_to_recordset($1::json) as given (customer_id uuid, app_id uuid, cohort_day date, day_offset integer,
    devices bigint)
  on conflict (customer_id, app_id, cohort_day, day_offset) do update set
    devices = counts.devices + excluded.devices`;

/** Money is summed by the database, which does it exactly. */
const ADD_REVENUE = `
  insert into revenue_counts as counts
    (customer_id, app_id, day, provider, currency, payments, gross, refunded, attributed_payments, attributed)
  select customer_id, app_id, day, provider, currency, sum(payments), sum(gross), sum(refunded),
    sum(attributed_payments), sum(attributed)
  from json_to_recordset($1::json) as given (customer_id uuid, app_id uuid, day date, provider text, currency text,
    payments bigint, gross numeric, refunded numeric, attributed_payments bigint, attributed numeric)
  group by customer_id, app_id, day, provider, currency
  having (sum(payments), sum(gross), sum(refunded), sum(attributed_payments), sum(attributed)) <> (0, 0, 0, 0, 0)
  order by customer_id, app_id, day, provider, currency
  on conflict (customer_id, app_id, day, provider, currency) do update set
    payments = counts.payments + excluded.payments,
    gross = counts.gross + excluded.gross,
    refunded = counts.refunded + excluded.refunded,
    attributed_payments = counts.attributed_payments + excluded.attributed_payments,
    attributed = counts.attributed + excluded.attributed`;

const ADD_CAMPAIGN_REVENUE = `
  insert into campaign_revenue_counts as counts
    (customer_id, app_id, day, campaign_id, currency, link_id, country, in_app, payment, possible_double)
  select customer_id, app_id, day, campaign_id, currency, link_id, country, sum(in_app), sum(payment), sum(possible_double)
  from json_to_recordset($1::json) as given (customer_id uuid, app_id uuid, day date, campaign_id uuid, currency text,
    link_id uuid, country text, in_app numeric, payment numeric, possible_double numeric)
  group by customer_id, app_id, day, campaign_id, currency, link_id, country
  having (sum(in_app), sum(payment), sum(possible_double)) <> (0, 0, 0)
  order by customer_id, app_id, day, campaign_id, currency, link_id, country
  on conflict (customer_id, app_id, day, campaign_id, currency, link_id, country) do update set
    in_app = counts.in_app + excluded.in_app,
    payment = counts.payment + excluded.payment,
    possible_double = counts.possible_double + excluded.possible_double`;

const ADD_EVENTS = `
  insert into event_counts as counts (customer_id, app_id, day, kind, currency, country, events, revenue)
  select customer_id, app_id, day, kind, currency, country, sum(events), sum(revenue)
  from json_to_recordset($1::json) as given (customer_id uuid, app_id uuid, day date, kind integer, currency text,
    country text, events bigint, revenue numeric)
  group by customer_id, app_id, day, kind, currency, country
  having (sum(events), sum(revenue)) <> (0, 0)
  order by customer_id, app_id, day, kind, currency, country
  on conflict (customer_id, app_id, day, kind, currency, country) do update set
    events = counts.events + excluded.events,
    revenue = counts.revenue + excluded.revenue`;

const ADD_EVENT_DEVICES = `
  insert into event_device_counts as counts (customer_id, app_id, day, kind, previous_day, devices)
  select customer_id, app_id, day, kind, previous_day, sum(devices)
  from json_to_recordset($1::json) as given (customer_id uuid, app_id uuid, day date, kind integer,
    previous_day date, devices bigint)
  group by customer_id, app_id, day, kind, previous_day
  having sum(devices) <> 0
  order by customer_id, app_id, day, kind, previous_day
  on conflict (customer_id, app_id, day, kind, previous_day) do update set
    devices = counts.devices + excluded.devices`;

/**
 * Changes counters in the caller's transaction: the only place that does. Tables in a fixed order and rows in the order of
 * their keys, so that those who count at once never wait in a ring, and late in the transaction, so that they wait briefly.
 * Afterwards a transaction only inserts, or goes on in an app that it has shut to others (docs/locking.md).
 */
export async function applyDeltas(client: ClientBase, deltas: Deltas): Promise<void> {
  const {
    installs = [],
    campaigns = [],
    links = [],
    cohorts = [],
    revenue = [],
    campaignRevenue = [],
  } = deltas;
  const { events = [], eventDevices = [] } = deltas;
  const groups = await keepGroupValues(client, deltas);
  await add(client, 'add-install-counts', ADD_INSTALLS, sumInstallDeltas(installs));
  await add(client, 'add-campaign-counts', ADD_CAMPAIGNS, sumCampaignDeltas(campaigns));
  await add(client, 'add-link-counts', ADD_LINKS, sumLinkDeltas(links));
  await add(client, 'add-cohort-counts', ADD_COHORTS, sumCohortDeltas(cohorts));
  await add(client, 'add-revenue-counts', ADD_REVENUE, revenue);
  await add(client, 'add-campaign-revenue', ADD_CAMPAIGN_REVENUE, campaignRevenue);
  await add(client, 'add-event-counts', ADD_EVENTS, events);
  await add(client, 'add-event-device-counts', ADD_EVENT_DEVICES, eventDevices);
  await addGroupCounts(client, groups);
}

async function add(client: ClientBase, name: string, text: string, sums: readonly object[]): Promise<void> {
  if (sums.length > 0) await client.query({ name, text, values: [JSON.stringify(sums)] });
}
