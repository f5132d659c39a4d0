import { DAY_MS } from '../../../platform/values/day-ms.ts';
import type { Random } from '../../../testing/random.ts';
import { describePayments } from '../describe-payments.ts';
import type { PaymentStory } from '../payment-story.ts';

/** An install of a device, through a campaign's link or organic. */
export interface PlannedInstall {
  /** Unix ms. */
  readonly at: number;
  readonly clickId: string;
  /** The index of the campaign; null for an organic install. */
  readonly campaign: number | null;
}

interface PlannedPurchase {
  readonly at: number;
  readonly revenue: string;
  readonly currency: string;
}

/** A device, which reveals its user only in its purchases. */
export interface PlannedDevice {
  readonly ids: Readonly<Record<'installation_id' | 'android_id' | 'gaid' | 'user_id', string>>;
  readonly installs: readonly PlannedInstall[];
  readonly purchases: readonly PlannedPurchase[];
}

/** The devices of an app, their purchases in it, and the payments made for them elsewhere. */
export interface RevenuePlan {
  readonly devices: readonly PlannedDevice[];
  readonly payments: readonly PaymentStory[];
}

export interface PlanShape {
  readonly devices: number;
  readonly payments: number;
  /** Unix ms; everything happens in the days before. */
  readonly now: number;
}

export const CAMPAIGNS = 3;
const KINDS = ['service_click_id', 'gaid', 'android_id', 'user_id'] as const;

/** Generates a plan from a seed: the same seed gives the same plan. */
export function planRevenue(
  random: Random,
  seed: number,
  { devices, payments, now }: PlanShape,
): RevenuePlan {
  const planned = Array.from({ length: devices }, () => planDevice(random, now));
  const from = now - 3 * DAY_MS;
  return {
    devices: planned,
    payments: describePayments({ seed, count: payments, from }, () =>
      random.chance(0.8) ? someIds(random, planned) : undefined,
    ),
  };
}

function planDevice(random: Random, now: number): PlannedDevice {
  const moment = () => now - random.below(5 * DAY_MS);
  return {
    ids: {
      installation_id: random.uuid(),
      android_id: random.uuid().slice(0, 8),
      gaid: random.uuid(),
      user_id: `user-${random.uuid()}`,
    },
    installs: Array.from({ length: random.pick([0, 1, 1, 1, 2, 3]) }, () => ({
      at: moment(),
      clickId: random.uuid(),
      campaign: random.chance(0.7) ? random.below(CAMPAIGNS) : null,
    })),
    purchases: Array.from({ length: random.below(3) }, () => ({
      at: moment(),
      revenue: `${random.below(500)}.${String(random.below(1000)).padStart(3, '0')}`,
      currency: random.pick(['EUR', 'JPY']),
    })),
  };
}

/** Some name two devices: the better id decides. */
function someIds(random: Random, devices: readonly PlannedDevice[]): Record<string, string> {
  const one = random.pick(devices);
  const ids: Record<string, string> = {};
  for (const kind of KINDS) {
    if (!random.chance(0.4)) continue;
    const device = random.chance(0.9) ? one : random.pick(devices);
    const clickId = device.installs.find(({ campaign }) => campaign !== null)?.clickId;
    const id = kind === 'service_click_id' ? clickId : device.ids[kind];
    if (id !== undefined) ids[kind] = id;
  }
  return ids;
}

/** What a payment should be credited to: which device, by which id, and which campaign. */
export interface PlannedCredit {
  readonly device: number | null;
  readonly matchedBy: string | null;
  readonly campaign: number | null;
}

/** An independent implementation of the rules, without a database. */
export function plannedCredit({ devices }: RevenuePlan, { metadata = {}, at }: PaymentStory): PlannedCredit {
  for (const kind of KINDS) {
    const device = devices.findIndex((one) => idsReportedBy(one, kind).includes(metadata[kind] ?? ''));
    const found = devices[device];
    if (found) return { device, matchedBy: kind, campaign: campaignAt(found, at) };
  }
  return { device: null, matchedBy: null, campaign: null };
}

function idsReportedBy({ ids, installs, purchases }: PlannedDevice, kind: (typeof KINDS)[number]): string[] {
  if (kind === 'service_click_id') {
    return installs.filter(({ campaign }) => campaign !== null).map(({ clickId }) => clickId);
  }
  const isReported = kind === 'user_id' ? purchases.length > 0 : installs.length > 0;
  return isReported || (kind === 'gaid' && purchases.length > 0) ? [ids[kind]] : [];
}

function campaignAt({ installs }: PlannedDevice, at: number): number | null {
  const brought = installs.filter(({ campaign }) => campaign !== null).toSorted((a, b) => a.at - b.at);
  const before = brought.filter((install) => install.at <= at).at(-1);
  return (before ?? brought[0])?.campaign ?? null;
}
