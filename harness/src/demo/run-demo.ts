import type { StopSignal } from '@tributary/server/run/start/stop-signal';
import { WORLD } from '../world/world-parameters.ts';
import { playStory } from './play/play-story.ts';
import { type OpenShop, setUpShop } from './play/set-up-shop.ts';
import type { Tally } from './play/tally.ts';
import { printAccess } from './print-access.ts';
import { type AdNetwork, startAdNetwork } from './service/start-ad-network.ts';
import { type DemoService, startDemoService } from './service/start-demo-service.ts';
import { type Output, showProgress } from './show-progress.ts';
import { generateStory } from './story/generate-story.ts';
import { planShop } from './story/plan-shop.ts';
import { findDifferences } from './summary/find-differences.ts';
import { printSummary } from './summary/print-summary.ts';
import { readSummary, type Summary } from './summary/read-summary.ts';

/** The end of a demo that was stopped before its summary. */
export class Stopped extends Error {
  override name = 'Stopped';
}

interface DemoOptions {
  readonly days: number;
  readonly seed: number;
  /** About how many phones install the app. */
  readonly devices: number;
  /** Undefined: 8787, or another one if that is taken. */
  readonly port: number | undefined;
  /** Ends after the summary instead of serving on. */
  readonly once: boolean;
}

export interface DemoParts {
  readonly options: DemoOptions;
  readonly output: Output;
  readonly stop: StopSignal;
  /** The real time, in Unix ms. */
  readonly now: () => number;
}

/** What was played, and what the reports say about it. */
export interface DemoResult {
  readonly tally: Readonly<Tally>;
  readonly summary: Summary;
  /** A line for each figure of the reports that differs from what was played. */
  readonly differences: readonly string[];
}

const DAY = 86_400_000;

/**
 * Plays the demo and prints its summary, then serves until it is asked to stop, except with `once`. Whatever happens,
 * nothing is left of it.
 *
 * @throws Stopped if it is asked to stop before the summary.
 */
export async function runDemo(parts: DemoParts): Promise<DemoResult> {
  const { options, output, stop } = parts;
  const checkStopped = watchStop(stop);
  const startsAt = parts.now() - options.days * DAY;
  output.write('Starting the service on a temporary database ...\n');
  const network = await startAdNetwork();
  try {
    checkStopped();
    const { port } = options;
    const service = await startDemoService({ port, startsAt, onStopRequested: stop.give });
    try {
      checkStopped();
      return await present(parts, { service, network, startsAt, checkStopped });
    } finally {
      await service.close();
    }
  } catch (error) {
    // Ctrl-C also reaches the programs that were started, which then fail.
    checkStopped();
    throw error;
  } finally {
    await network.close();
  }
}

interface Scene {
  readonly service: DemoService;
  readonly network: AdNetwork;
  readonly startsAt: number;
  readonly checkStopped: () => void;
}

async function present({ options, output, stop }: DemoParts, scene: Scene): Promise<DemoResult> {
  const { service, network, startsAt, checkStopped } = scene;
  const shop = planShop();
  const open = await setUpShop(service, shop, network.origin);
  const story = { ...options, startsAt };
  const progress = showProgress(output, options.days);
  const tally = await playStory(generateStory(shop, story), {
    service,
    shop,
    open,
    story,
    checkStopped,
    onProgress: progress.update,
  }).finally(progress.end);
  // Forged installs claim to have happened earlier.
  const from = dateOf(startsAt - WORLD.fraud.forgedClock.to);
  const summary = await readSummary(open.owner, from, dateOf(startsAt + options.days * DAY));
  const differences = findDifferences(summary, tally, network);
  service.goLive();
  const lines = ['', ...printSummary(summary, tally), ...verdict(differences)];
  output.write(`${lines.join('\n')}\n`);
  if (!options.once) await serveOn(output, stop, service, open);
  return { tally, summary, differences };
}

async function serveOn(
  output: Output,
  stop: StopSignal,
  service: DemoService,
  open: OpenShop,
): Promise<void> {
  output.write(`\n${(await printAccess(service, open)).join('\n')}\n`);
  await stop.received;
  output.write('\nStopping ...\n');
}

const verdict = (differences: readonly string[]): string[] =>
  differences.length === 0
    ? ['The reports agree with what was played.']
    : ['The reports differ from what was played:', ...differences.map((line) => `  ${line}`)];

const dateOf = (time: number) => new Date(time).toISOString().slice(0, 10);

/** Returns a function that throws once a stop has been requested. */
function watchStop({ received }: StopSignal): () => void {
  let stopped = false;
  void received.then(() => {
    stopped = true;
  });
  return () => {
    if (stopped) throw new Stopped();
  };
}
