import { type ClientConfig, createClient, type Platform, type TributaryClient } from '@tributary/sdk/core';
import type { Random } from '@tributary/server/testing/random';
import type { Condition } from '../network/conditions.ts';
import type { Transport } from '../network/exchange.ts';
import type { VirtualTime } from '../network/virtual-time.ts';
import { type Battery, createBattery } from './battery.ts';
import { createDevicePlatform, type DevicePlatform } from './create-device-platform.ts';
import { createDeviceClock, type DeviceClock } from './device-clock.ts';
import { createEventLedger, type EventLedger, NUMBER_PROPERTY } from './event-ledger.ts';
import type { DiskTrouble } from './faulty-storage.ts';
import { createFileDisk } from './file-disk.ts';
import { createProcessLife, type Death, type ProcessLife } from './process-life.ts';
import type { Profile } from './profiles.ts';
import { createRowDisk } from './row-disk.ts';
import { createUserChoice, type UserChoice } from './user-choice.ts';

export interface DeviceParts {
  readonly time: VirtualTime;
  /** The service's clock, Unix ms. */
  readonly trueTime: () => number;
  /** How far that clock is behind the simulated time, in ms; default 0. */
  readonly wallLag?: (() => number) | undefined;
  readonly random: Random;
  readonly profile: Profile;
  readonly transport: Transport;
  /** The address that the service sees. */
  readonly address: string;
  /** What is wrong with the network now. */
  readonly conditions: () => readonly Condition[];
  readonly apiKey: string;
  readonly ingestEndpoint: string;
  readonly config?: ClientConfig;
  /** Called when the process has died. */
  readonly onDeath?: () => void;
  /** Another program on the same device, whose storage, clocks and user it shares. */
  readonly beside?: SimulatedDevice;
}

/** A device that runs the real SDK, on simulated storage, clocks, network and battery. */
export interface SimulatedDevice {
  readonly hardware: Hardware;
  readonly ledger: EventLedger;
  readonly clock: DeviceClock;
  readonly battery: Battery;
  readonly trouble: DiskTrouble;
  /** Requests that it has sent. */
  readonly requests: () => number;
  readonly log: readonly string[];
  isRunning(): boolean;
  /** Starts the app; does nothing if it runs. */
  start(): void;
  /** The app tracks an event, now or when it is started next. */
  track(name: string, properties?: object): void;
  /** The process dies. */
  kill(): void;
  /** The process dies at one of its next awaits. @param steps how many it may still finish */
  dieAfter(steps: number, how: Death): void;
  /** The app goes to the background, or the page is left. */
  background(): void;
  /** The user objects to tracking, or agrees again; the app says so at each start until the SDK has stored it. */
  choose(isAllowed: boolean): void;
  client(): TributaryClient<Platform> | undefined;
  /** Ends the process and removes what it stored. */
  remove(): Promise<void>;
}

/** One run of the app. */
interface Run extends DevicePlatform {
  readonly life: ProcessLife;
  readonly process: number;
  readonly client: TributaryClient<Platform>;
}

/** What all programs of a device share. */
type Hardware = ReturnType<typeof createHardware>;

function createHardware({ time, trueTime, random, profile }: DeviceParts) {
  const trouble: DiskTrouble = { isFull: false, isSlow: false };
  const choice: UserChoice = createUserChoice(!profile.isOptedOut);
  return {
    disk: profile.disk === 'files' ? createFileDisk() : createRowDisk(),
    ledger: createEventLedger(),
    clock: createDeviceClock(time.now, trueTime, profile.clock),
    battery: createBattery(time.now, profile.battery),
    trouble,
    choice,
    log: [] as string[],
    advertisingId: random.uuid(),
    counts: { processes: 0, requests: 0 },
  };
}

/** A device on which the app has not been started. Numbers are drawn in the order of its life: the same ones play it again. */
export function createSimulatedDevice(parts: DeviceParts): SimulatedDevice {
  const { time, profile } = parts;
  const hardware = parts.beside?.hardware ?? createHardware(parts);
  const { disk, ledger, clock, battery, trouble, choice, log, counts } = hardware;
  const mortality = createMortality();
  const waiting: (() => void)[] = [];
  const shared = {
    ...parts,
    ...hardware,
    conditions: () => withOwnLosses(profile, parts.conditions()),
    battery: battery.percent,
    onRequest: () => void counts.requests++,
    onValueStored: choice.noteStored,
  };
  let running: Run | undefined;

  function start(): void {
    if (running) return;
    const process = ++counts.processes;
    const life = createProcessLife(mortality.next, () => {
      own.end();
      ledger.died(process);
      running = undefined;
      parts.onDeath?.();
    });
    const own = createDevicePlatform({ ...shared, life, process });
    running = { ...own, life, process, client: startClient(own.platform, parts) };
    choice.tell(running.client);
    for (const act of waiting.splice(0)) act();
  }

  function track(name: string, properties: object = {}): void {
    if (!running) return void waiting.push(() => track(name, properties));
    const { client, life, process } = running;
    const event = ledger.tracked({ name, trackedAt: time.now(), process, isForbidden: !choice.isAllowed() });
    const kept = client.trackEvent(name, { ...properties, [NUMBER_PROPERTY]: event.number });
    void kept.then(() => {
      // A dead process can promise nothing.
      if (life.isAlive()) event.isPromised = true;
    });
  }

  return {
    hardware,
    ledger,
    clock,
    battery,
    trouble,
    log,
    start,
    track,
    requests: () => counts.requests,
    isRunning: () => running !== undefined,
    kill: () => running?.life.end(),
    dieAfter: mortality.dieAfter,
    background: () => running?.background(),
    choose: (isAllowed) => choice.set(isAllowed, running?.client),
    client: () => running?.client,
    async remove() {
      running?.life.end();
      await disk.remove();
    },
  };
}

function startClient(
  platform: Platform,
  { apiKey, ingestEndpoint, profile, config }: DeviceParts,
): TributaryClient<Platform> {
  const client = createClient((given: Platform) => given);
  client.init(platform, apiKey, {
    // The harness decides what is tracked, and numbers it.
    ingestEndpoint,
    logLevel: 'ERROR',
    autoInstall: false,
    autoSessions: false,
    ...profile.config,
    ...config,
  });
  return client;
}

/** Counts the steps up to a planned death. */
function createMortality() {
  let planned: { steps: number; how: Death } | undefined;
  return {
    dieAfter(steps: number, how: Death): void {
      planned = { steps, how };
    },
    next(): Death | undefined {
      if (!planned || planned.steps-- > 0) return undefined;
      const { how } = planned;
      planned = undefined;
      return how;
    },
  };
}

/** The losses of a normal moment come on top of what is wrong now. */
function withOwnLosses({ loss }: Profile, conditions: readonly Condition[]): readonly Condition[] {
  if (loss === 0) return conditions;
  const share = loss / 2;
  return [...conditions, { kind: 'lose-requests', share }, { kind: 'lose-answers', share }];
}
