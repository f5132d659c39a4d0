import { type Decision, decide } from '@tributary/server/attribution/decide/decide';
import { DEFAULT_SETTINGS } from '@tributary/server/attribution/facts/attribution-settings';
import type { Candidate, InstallFacts } from '@tributary/server/attribution/facts/install-facts';
import { clockCorrection } from '@tributary/server/devices/clock-correction';
import { trueTime } from '@tributary/server/devices/true-time';
import { maskedNetwork } from '@tributary/server/http/requests/masked-network';
import { describeVisitor } from '@tributary/server/links/follow/visitor';
import type { ClickAction, EventAction } from '../../world/action.ts';
import { generateWorld, type World } from '../../world/generate-world.ts';
import type { InstallTruth } from '../../world/truth.ts';

/** An honest install that names no click, and what the probabilistic model alone decides. */
export interface ProbabilisticOutcome {
  readonly truth: InstallTruth;
  readonly decision: Decision;
  /** Whether the decision names the person's own click on the link that brought them, or correctly names none. */
  readonly isRight: boolean;
}

interface SeenClick {
  readonly action: ClickAction;
  readonly candidate: Candidate;
}

/** The number of clicks that the service considers, plus one. */
const NEWEST = 51;

/**
 * Decides the installs of a world that only the probabilistic model can attribute, without a running service: seconds
 * for thousands.
 */
export function* decideProbabilistically(seed: number, installs: number): Generator<ProbabilisticOutcome> {
  const world = generateWorld(seed, installs);
  const byNetwork = new Map<string, SeenClick[]>();
  const byKey = new Map<string, ClickAction>();
  for (const action of world.actions()) {
    if (action.kind === 'click') {
      byKey.set(action.key, action);
      const seen = see(world, action);
      if (seen !== null) append(byNetwork, placeOf(seen.candidate.appId, action.address), seen);
      continue;
    }
    const { truth } = action;
    if (truth === null || truth.fraud !== null || truth.evidence !== 'none') continue;
    const install = factsOf(action);
    const clicks = (byNetwork.get(placeOf(install.appId, action.address)) ?? [])
      .filter(({ action: { at } }) => at <= install.installedAt)
      .slice(-NEWEST);
    const decision = decide(
      install,
      clicks.map(({ candidate }) => candidate),
      DEFAULT_SETTINGS,
    );
    const won = byKey.get(decision.clickId ?? '');
    const source = byKey.get(truth.source ?? '');
    yield { truth, decision, isRight: won?.link === source?.link && won?.person === source?.person };
  }
}

/** The click as it would be stored; null for one that never counts. */
function see(world: World, action: ClickAction): SeenClick | null {
  const visitor = describeVisitor(action.userAgent);
  const link = world.plan.links[action.link];
  if (visitor.machine !== null || action.key.endsWith('-again') || link === undefined) return null;
  const { deviceModel, osName, osVersion } = visitor;
  const candidate: Candidate = {
    clickId: action.key,
    appId: `${link.app}`,
    linkId: link.slug,
    campaignId: link.slug,
    channel: link.channel,
    source: 'link',
    clickedAt: action.at,
    deviceModel,
    osName,
    osVersion,
    isOwn: null,
    isAnothers: false,
    excludedBecause: null,
    foundBy: ['network'],
  };
  return { action, candidate };
}

function factsOf({ app, event, at }: EventAction): InstallFacts {
  const beganAt = (event.install_begin_ts ?? 0) * 1000;
  const correction = clockCorrection(event, at);
  return {
    installId: event.event_id,
    deviceId: event.event_id,
    customerId: '',
    appId: `${app}`,
    kind: 'install',
    installedAt: trueTime(event, at),
    referrer: null,
    clickId: null,
    gaid: null,
    androidId: null,
    idfv: null,
    idfa: null,
    network: '',
    deviceModel: event.device_model ?? null,
    osName: event.os_name ?? null,
    osVersion: event.os_version ?? null,
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
