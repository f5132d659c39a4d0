import { readReferrer } from '@tributary/server/attribution/clicks/read-referrer';
import { clockCorrection } from '@tributary/server/attribution/devices/clock-correction';
import { trueTime } from '@tributary/server/attribution/devices/true-time';
import type { Candidate, InstallFacts } from '@tributary/server/attribution/facts/install-facts';
import { readStoreWord } from '@tributary/server/attribution/facts/read-store-word';
import { firstLanguage } from '@tributary/server/links/follow/visitor/first-language';
import { describeVisitor } from '@tributary/server/links/follow/visitor/visitor';
import { maskedNetwork } from '@tributary/server/platform/http/requests/masked-network';
import type { ClickAction, EventAction } from '../../world/action.ts';
import { generateWorld, type World } from '../../world/generate-world.ts';
import { NO_GAID } from '../../world/person.ts';
import type { InstallTruth } from '../../world/truth.ts';
import type { WorldParameters } from '../../world/world-parameters.ts';
import { countTraits } from './count-traits.ts';
import { withSilentStore } from './with-silent-store.ts';

/** An honest install that names no click, with what the service would see of it. */
export interface TracelessInstall {
  readonly truth: InstallTruth;
  readonly install: InstallFacts;
  readonly candidates: readonly Candidate[];
  /** Whether a click is the person's own on the link that brought them; of null, whether they came by themselves. */
  isCause(clickId: string | null): boolean;
}

interface SeenClick {
  readonly action: ClickAction;
  readonly candidate: Candidate;
}

/** As `CLIENT_HINTS` of the service: whether browsers that hide their phone are asked for it. */
export type HintsMode = 'off' | 'later' | 'now';

export interface Conditions {
  /** `later` by default. */
  readonly hints?: HintsMode | undefined;
  /** Whether no app passes on anything that a store says; false by default. */
  readonly silentStores?: boolean;
}

/** The number of clicks of one network that the service considers. */
const NEWEST = 200;

/**
 * The installs of a world that only likeness can attribute, in the order of their arrival, with the clicks on the network
 * of their first open. Without a running service: seconds for thousands.
 */
export function* findTraceless(
  seed: number,
  installs: number,
  parameters?: WorldParameters,
  { hints = 'later', silentStores = false }: Conditions = {},
): Generator<TracelessInstall> {
  const world = generateWorld(seed, installs, parameters);
  const traits = countTraits();
  const named = new Set<string>();
  const byNetwork = new Map<string, SeenClick[]>();
  const byKey = new Map<string, ClickAction>();
  const asked = new Set<string>();
  for (const action of world.actions()) {
    if (action.kind === 'click') {
      byKey.set(action.key, action);
      const seen = see(world, action, hintsTold(action, hints, asked));
      if (seen !== null) append(byNetwork, placeOf(seen.candidate.appId, action.address), seen);
      continue;
    }
    const { truth, event, claim } = silentStores ? withSilentStore(action, byKey) : action;
    if (truth === null) continue;
    if (truth.claimed !== null) named.add(truth.claimed);
    const isReferred = claim?.by === 'referrer';
    const { passesOn, ...known } = traits.next(action.app, { ...event, isReferred });
    const facts = factsOf({ ...action, event });
    const install = { ...facts, ...known, storeWord: readStoreWord(facts, passesOn) };
    if (truth.fraud !== null || truth.evidence !== 'none') continue;
    const around = byNetwork.get(placeOf(install.appId, action.openedFrom ?? action.address)) ?? [];
    const source = byKey.get(truth.source ?? '');
    yield {
      truth,
      install,
      candidates: around
        .filter(({ action: { at } }) => at <= install.installedAt)
        .slice(-NEWEST)
        .map(({ candidate, action: { query } }) => ({
          ...candidate,
          isAnothers: named.has(candidate.clickId),
          isOwn: isAnother(query.gaid, event.gaid) ? false : null,
        })),
      isCause(clickId) {
        const click = byKey.get(clickId ?? '');
        return click?.link === source?.link && click?.person === source?.person;
      },
    };
  }
}

/** What the browser says of its phone, if it has been asked; from then on it has. */
function hintsTold(
  { person, hints }: ClickAction,
  mode: HintsMode,
  asked: Set<string>,
): ClickAction['hints'] {
  if (person === null || hints === null || mode === 'off') return null;
  const isAsked = mode === 'now' || asked.has(person);
  asked.add(person);
  return isAsked ? hints : null;
}

/** The click as it would be stored; null for one that never counts. */
function see(world: World, action: ClickAction, hints: ClickAction['hints']): SeenClick | null {
  const visitor = describeVisitor(action.userAgent);
  const link = world.plan.links[action.link];
  if (visitor.machine !== null || action.key.endsWith('-again') || link === undefined) return null;
  const { osName } = visitor;
  const candidate: Candidate = {
    clickId: action.key,
    appId: `${link.app}`,
    linkId: link.slug,
    campaignId: link.slug,
    channel: link.channel,
    source: 'link',
    clickedAt: action.at,
    deviceModel: visitor.deviceModel ?? hints?.deviceModel ?? null,
    osName,
    osVersion: visitor.osVersion ?? hints?.osVersion ?? null,
    language: firstLanguage(action.language),
    network: maskedNetwork(action.address) ?? null,
    isOwn: null,
    isAnothers: false,
    namedBefore: 0,
    country: null,
    excludedBecause: null,
    foundBy: ['network'],
  };
  return { action, candidate };
}

/** Whether two advertising ids tell two devices apart. */
function isAnother(clicked: string | undefined, installed: string | undefined): boolean {
  const known = (id: string | undefined) => id !== undefined && id !== NO_GAID;
  return known(clicked) && known(installed) && clicked !== installed;
}

function factsOf({
  app,
  event,
  at,
  address,
  openedFrom,
}: EventAction): Omit<InstallFacts, 'traits' | 'storeWord'> {
  const beganAt = (event.install_begin_ts ?? 0) * 1000;
  const correction = clockCorrection(event, at);
  return {
    installId: event.event_id,
    deviceId: event.event_id,
    customerId: '',
    appId: `${app}`,
    kind: 'install',
    installedAt: trueTime(event, at),
    referrer: event.referrer === undefined ? null : readReferrer(event.referrer),
    clickId: null,
    gaid: null,
    androidId: null,
    idfv: null,
    idfa: null,
    network: maskedNetwork(openedFrom ?? address) ?? null,
    country: null,
    deviceModel: event.device_model ?? null,
    osName: event.os_name ?? null,
    osVersion: event.os_version ?? null,
    language: event.language?.toLowerCase() ?? null,
    storeClickAt: null,
    installBeganAt: beganAt > 0 && correction !== null ? beganAt + correction : null,
    hasIntegrityToken: false,
  };
}

const placeOf = (app: string, address: string) => `${app} ${maskedNetwork(address)}`;

function append<T>(lists: Map<string, T[]>, key: string, item: T): void {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
}
