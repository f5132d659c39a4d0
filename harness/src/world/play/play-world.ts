import { countClicks } from '@tributary/server/attribution/clicks/count-clicks';
import { processReviews } from '@tributary/server/attribution/fraud/review/fraud-reviewer';
import { processBatch } from '@tributary/server/attribution/work/attribution-worker';
import type { TestService } from '@tributary/server/testing/test-service';
import type { Tenant } from '@tributary/server/testing/test-tenant';
import type { Action, ClickAction, EventAction } from '../action.ts';
import type { World } from '../generate-world.ts';
import type { InstallTruth } from '../truth.ts';
import { createTokenMint } from './integrity-tokens.ts';
import { sendClick, sendEvent } from './send-action.ts';
import { type PlayedApp, type PrivacyMode, setUpWorld } from './set-up-world.ts';
import type { WorldClock } from './world-clock.ts';

/** The result of playing a world, apart from what the service stored. */
export interface PlayedWorld {
  readonly tenant: Tenant;
  readonly apps: readonly PlayedApp[];
  readonly truths: readonly InstallTruth[];
  /** The service's id for each recorded click, by the click's key in the world. */
  readonly clicks: ReadonlyMap<string, PlayedClick>;
}

export interface PlayedClick {
  readonly clickId: string;
  readonly referrer: string;
  readonly link: number;
  readonly person: string | null;
  readonly at: number;
}

interface Stage {
  /** Instances over one database that share the load, all on this clock. */
  readonly services: readonly [TestService, ...TestService[]];
  readonly clock: WorldClock;
  readonly onProgress?: (at: number, installs: number) => void;
  /** Of every app; `standard` by default. */
  readonly privacyMode?: PrivacyMode | undefined;
}

const MINUTE = 60_000;
/** Everything within one step is sent concurrently, each request at its own time; then attribution processes it. */
const STEP = { longest: 20 * MINUTE, most: 200 };
const AT_ONCE = 32;

/** Sends everything that happens in a world through the service's HTTP endpoints, in simulated time. */
export async function playWorld(world: World, stage: Stage): Promise<PlayedWorld> {
  const mint = createTokenMint();
  const [first] = stage.services;
  const { tenant, apps } = await setUpWorld(first, world.plan, {
    verificationKey: mint.verificationKey,
    privacyMode: stage.privacyMode ?? 'standard',
  });
  const clicks = new Map<string, PlayedClick>();
  const truths: InstallTruth[] = [];
  const asked = new Set<string>();

  async function click(action: ClickAction): Promise<void> {
    const link = world.plan.links[action.link];
    if (link === undefined) throw new Error('a click on no link');
    const answer = await stage.clock.at(action.at, () => sendClick(first, link, action, asked));
    const { at, person } = action;
    if (answer !== null) clicks.set(action.key, { ...answer, link: link.index, person, at });
  }

  async function deliver(action: EventAction, index: number): Promise<void> {
    const app = apps[action.app];
    if (app === undefined) throw new Error('an event of no app');
    const service = stage.services[index % stage.services.length] ?? first;
    await stage.clock.at(action.at, () =>
      sendEvent({ service, app, mint, clicks, openedAt: stage.clock.at }, action),
    );
    if (action.truth !== null) truths.push(action.truth);
  }

  for (const { actions, endsAt } of steps(world.actions())) {
    stage.clock.set(endsAt);
    await sendConcurrently(
      actions.filter((action) => action.kind === 'click'),
      click,
    );
    await sendConcurrently(
      actions.filter((action) => action.kind === 'event'),
      deliver,
    );
    await processQueued(first);
    stage.onProgress?.(endsAt, truths.length);
  }
  // Long enough for every install to be reviewed again.
  stage.clock.set(stage.clock.now() + 7 * 24 * 60 * MINUTE);
  await processQueued(first);
  return { tenant, apps, truths, clicks };
}

/** Processes everything that is due, as the workers of a running service do. */
async function processQueued({ services }: TestService): Promise<void> {
  const { backgroundPool: pool, bell, log, clock } = services;
  while ((await countClicks(pool)) > 0);
  while ((await processBatch({ pool, bell, log, clock })) > 0);
  while ((await processReviews({ pool, log, clock })) > 0);
}

/** Splits the stream into steps, holding only the current one. */
function* steps(actions: Iterable<Action>): Generator<{ actions: Action[]; endsAt: number }> {
  let step: Action[] = [];
  for (const action of actions) {
    const begins = step[0]?.at ?? action.at;
    if (step.length >= STEP.most || action.at - begins > STEP.longest) {
      yield { actions: step, endsAt: step.at(-1)?.at ?? begins };
      step = [];
    }
    step.push(action);
  }
  if (step.length > 0) yield { actions: step, endsAt: step.at(-1)?.at ?? 0 };
}

/** Starts them in order, a bounded number at once. */
async function sendConcurrently<T>(
  items: readonly T[],
  send: (item: T, index: number) => Promise<void>,
): Promise<void> {
  const entries = items.entries();
  const turn = async () => {
    for (const [index, item] of entries) await send(item, index);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, turn));
}
