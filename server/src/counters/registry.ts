import type { Counter, GroupTwin } from './counter.ts';
import { CAMPAIGN_COUNTS } from './declared/campaign-counts.ts';
import { CAMPAIGN_REVENUE_COUNTS } from './declared/campaign-revenue-counts.ts';
import { COHORT_COUNTS } from './declared/cohort-counts.ts';
import { EVENT_COUNTS } from './declared/event-counts.ts';
import { EVENT_DEVICE_COUNTS } from './declared/event-device-counts.ts';
import { COHORT_GROUP_COUNTS, INSTALL_GROUP_COUNTS, REVENUE_GROUP_COUNTS } from './declared/group-twins.ts';
import { INSTALL_COUNTS } from './declared/install-counts.ts';
import { LINK_COUNTS } from './declared/link-counts.ts';
import { REVENUE_COUNTS } from './declared/revenue-counts.ts';

export const GROUP_TWINS: readonly GroupTwin[] = [
  INSTALL_GROUP_COUNTS,
  COHORT_GROUP_COUNTS,
  REVENUE_GROUP_COUNTS,
];

/** All counters, in the order in which a transaction changes them: whoever counts at once never waits in a ring. */
export const COUNTERS: readonly Counter[] = [
  INSTALL_COUNTS,
  CAMPAIGN_COUNTS,
  LINK_COUNTS,
  COHORT_COUNTS,
  REVENUE_COUNTS,
  CAMPAIGN_REVENUE_COUNTS,
  EVENT_COUNTS,
  EVENT_DEVICE_COUNTS,
  ...GROUP_TWINS,
];

export const isGroupTwin = (counter: Counter): counter is GroupTwin => 'of' in counter;
