import { again } from './journeys/again.ts';
import { duplicateInstall } from './journeys/duplicate-install.ts';
import { fleet } from './journeys/fleet.ts';
import { clickFlooding } from './journeys/fraud/click-flooding.ts';
import { clickInjection } from './journeys/fraud/click-injection.ts';
import { deviceFarm } from './journeys/fraud/device-farm.ts';
import { deviceFlooding } from './journeys/fraud/device-flooding.ts';
import { emulator } from './journeys/fraud/emulator.ts';
import { forgedClock } from './journeys/fraud/forged-clock.ts';
import { installHijacking } from './journeys/fraud/install-hijacking.ts';
import { proxiedClick } from './journeys/fraud/proxied-click.ts';
import { reusedClick } from './journeys/fraud/reused-click.ts';
import { sourceFlooding } from './journeys/fraud/source-flooding.ts';
import { forgedToken, spoofedSdk } from './journeys/fraud/spoofed-sdk.ts';
import { fromLink } from './journeys/from-link.ts';
import { hesitant } from './journeys/hesitant.ts';
import { household } from './journeys/household.ts';
import type { Journey } from './journeys/journey.ts';
import { looker } from './journeys/looker.ts';
import { organic } from './journeys/organic.ts';
import { sharedLink } from './journeys/shared-link.ts';
import type { AppPlan } from './plan-world.ts';
import type { WorldParameters } from './world-parameters.ts';

/** A kind of journey, and how often it occurs in a world. */
export interface JourneyKind {
  readonly name: string;
  readonly journey: Journey;
  /** Journeys per install of the world. */
  readonly perInstall: number;
  /** Apps in which it can occur; all by default. */
  readonly happensIn?: (app: AppPlan) => boolean;
}

const withTokens = (app: AppPlan) => app.sendsTokens;
const withoutTokens = (app: AppPlan) => !app.sendsTokens;

/** The mean of a log-uniform interval. */
const mean = ({ from, to }: { readonly from: number; readonly to: number }) =>
  (to - from) / Math.log(to / from);

/** All kinds of journeys, with how often each occurs in a world with those parameters. */
export const journeyKinds = ({ installs, clicks, fraud }: WorldParameters): readonly JourneyKind[] => [
  { name: 'organic', journey: organic, perInstall: installs.organic - installs.again },
  { name: 'household', journey: household, perInstall: installs.household },
  {
    name: 'link',
    journey: fromLink('social', 'message', 'web'),
    perInstall: installs.link - installs.household,
  },
  { name: 'ad', journey: fromLink('ad', 'publisher'), perInstall: installs.ad },
  { name: 'display', journey: fromLink('display'), perInstall: installs.display },
  { name: 'again', journey: again, perInstall: installs.again },
  { name: 'fleet', journey: fleet, perInstall: installs.fleet / mean(fraud.fleetInstalls) },
  {
    name: 'looker',
    journey: looker('social', 'message', 'web'),
    perInstall: clicks.idlePerInstall * installs.link,
  },
  { name: 'ad-looker', journey: looker('ad', 'publisher'), perInstall: clicks.idlePerInstall * installs.ad },
  {
    name: 'display-looker',
    journey: looker('display'),
    perInstall: clicks.displayPerInstall * installs.display,
  },
  { name: 'flooding', journey: clickFlooding, perInstall: installs.click_flooding },
  { name: 'device-flooding', journey: deviceFlooding, perInstall: installs.device_flooding },
  {
    name: 'source-flooding',
    journey: sourceFlooding,
    perInstall: installs.source_flooding / mean(fraud.sourceFloodVictims),
  },
  { name: 'hesitant', journey: hesitant, perInstall: installs.hesitant },
  { name: 'shared-link', journey: sharedLink, perInstall: installs.shared_link / 2.2 },
  { name: 'reused-click', journey: reusedClick, perInstall: installs.click_reused / mean(fraud.reusedBy) },
  { name: 'hijacking', journey: installHijacking, perInstall: installs.install_hijacking },
  { name: 'injection', journey: clickInjection, perInstall: installs.click_injection },
  { name: 'farm', journey: deviceFarm, perInstall: installs.device_farm / mean(fraud.farmInstalls) },
  { name: 'emulator', journey: emulator, perInstall: installs.emulator },
  { name: 'spoofed', journey: spoofedSdk, perInstall: installs.spoofed_sdk, happensIn: withTokens },
  {
    name: 'spoofed-without-tokens',
    journey: spoofedSdk,
    perInstall: installs.spoofed_without_tokens,
    happensIn: withoutTokens,
  },
  { name: 'forged-token', journey: forgedToken, perInstall: installs.forged_token, happensIn: withTokens },
  {
    name: 'duplicate',
    journey: duplicateInstall,
    perInstall: installs.duplicate_install / mean(fraud.duplicateTimes),
  },
  { name: 'clock', journey: forgedClock, perInstall: installs.clock },
  { name: 'proxied-click', journey: proxiedClick, perInstall: installs.proxied_click },
];
