import { signEvent } from '@tributary/sdk/wire/sign';
import { deliverBatch, sendClick, sendEvent } from '../../world/play/send-action.ts';
import type { DemoService } from '../service/start-demo-service.ts';
import type { StoryAction, StoryParameters } from '../story/generate-story.ts';
import type { SessionAction } from '../story/plan-life.ts';
import type { Shop } from '../story/plan-shop.ts';
import { processAll, processUrgent } from './process-queues.ts';
import { recordSpend } from './record-spend.ts';
import { sendPayment } from './send-payment.ts';
import type { OpenShop } from './set-up-shop.ts';
import { startTally, type Tally } from './tally.ts';

export interface Stage {
  readonly service: DemoService;
  readonly shop: Shop;
  readonly open: OpenShop;
  readonly story: StoryParameters;
  /** Called after each step with how much of the time has passed, from 0 to 1. */
  readonly onProgress: (share: number, tally: Readonly<Tally>) => void;
  /** Throws to end the play early. */
  readonly checkStopped: () => void;
}

/** Everything within one step is sent concurrently, each request at its own time; then it is processed. */
const STEP = { longestMs: 60 * 60_000, most: 200 };
const AT_ONCE = 16;
const DAY = 86_400_000;

/** What must have been sent before what, within a step. */
const ORDER: readonly (readonly StoryAction['kind'][])[] = [
  ['click'],
  ['event'],
  ['session'],
  ['payment'],
  ['refund'],
  ['reinstated'],
];

/** Sends everything that happens in a story through the service's HTTP endpoints, in simulated time. */
export async function playStory(actions: Iterable<StoryAction>, stage: Stage): Promise<Readonly<Tally>> {
  const { service, story } = stage;
  const { clock, services } = service;
  const endsAt = story.startsAt + story.days * DAY;
  const tallying = startTally();
  const send = createSender(stage);
  const perform = async (action: StoryAction) => {
    await clock.at(action.at, () => send(action));
    tallying.count(action);
  };
  const endDay = async (time: number) => {
    await processAll(services);
    tallying.countSpend(await recordSpend(stage.open, stage.shop, spendDay(story, time)));
  };

  let today = story.startsAt;
  for (const step of steps(actions)) {
    stage.checkStopped();
    const now = step.at(-1)?.at ?? today;
    while (dateOf(today) < dateOf(now)) {
      await endDay(today);
      today += DAY;
    }
    clock.set(now);
    for (const kinds of ORDER) {
      await sendConcurrently(
        step.filter(({ kind }) => kinds.includes(kind)),
        perform,
      );
    }
    // Clicks alone leave nothing that the story waits for.
    if (step.some(({ kind }) => kind !== 'click')) await processUrgent(services);
    stage.onProgress((now - story.startsAt) / (endsAt - story.startsAt), tallying.tally);
  }
  clock.set(endsAt);
  for (; dateOf(today) <= dateOf(endsAt); today += DAY) await endDay(today);
  stage.onProgress(1, tallying.tally);
  return tallying.tally;
}

/** Returns a function that sends one action and remembers the clicks, which installs name later. */
function createSender({ service, shop, open }: Stage): (action: StoryAction) => Promise<void> {
  const clicks = new Map<string, { readonly clickId: string; readonly referrer: string }>();
  return async (action) => {
    switch (action.kind) {
      case 'click': {
        const link = shop.links[action.link];
        if (link === undefined) throw new Error('a click on no link');
        const recorded = await sendClick(service, link, action);
        if (recorded !== null) clicks.set(action.key, recorded);
        return;
      }
      case 'event':
        // Sessions are told by the life of the phone.
        return sendEvent(
          { service, app: open.app, mint: open.mint, clicks },
          { ...action, history: NO_HISTORY },
        );
      case 'session':
        return sendSession(service, open, action);
      default:
        return sendPayment(service, open, action);
    }
  };
}

async function sendSession(service: DemoService, { app }: OpenShop, action: SessionAction): Promise<void> {
  const ids = { customer_id: app.accountId, app_id: app.appId };
  const signed = action.events.map((event) => signEvent({ ...event, ...ids }, app.sdkSecret));
  await deliverBatch(service, signed, action.address);
}

const NO_HISTORY = { keyResolvedAt: null, events: [] };

const dateOf = (time: number) => new Date(time).toISOString().slice(0, 10);

const spendDay = ({ devices, days, seed }: StoryParameters, time: number) => ({
  date: dateOf(time),
  installs: devices / days,
  seed,
});

/** Splits the story into steps, holding only the current one. */
function* steps(actions: Iterable<StoryAction>): Generator<StoryAction[]> {
  let step: StoryAction[] = [];
  for (const action of actions) {
    const begins = step[0]?.at ?? action.at;
    if (step.length >= STEP.most || action.at - begins > STEP.longestMs) {
      yield step;
      step = [];
    }
    step.push(action);
  }
  if (step.length > 0) yield step;
}

/** Starts them in order, a bounded number at once. */
async function sendConcurrently(
  actions: readonly StoryAction[],
  send: (action: StoryAction) => Promise<void>,
): Promise<void> {
  const left = actions.values();
  const turn = async () => {
    for (const action of left) await send(action);
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, actions.length) }, turn));
}
