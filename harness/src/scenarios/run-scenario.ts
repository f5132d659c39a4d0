import { type Random, randomFor } from '@tributary/server/testing/random';
import { PROFILES, type Profile, type ProfileName } from '../devices/profiles.ts';
import { createSimulatedDevice, type SimulatedDevice } from '../devices/simulated-device.ts';
import type { Condition } from '../network/conditions.ts';
import { createVirtualTime, type VirtualTime } from '../network/virtual-time.ts';
import type { Fault } from '../soak/fault.ts';
import { cureDevice, scheduleFault } from '../soak/schedule-fault.ts';
import { planTrouble } from './plan-trouble.ts';
import type { Scenario } from './scenario-schema.ts';
import type { OpenTarget, TargetService, TimedEvent } from './target-service.ts';

/** Each app has its own rate limit, so devices share one only up to this number. */
const DEVICES_PER_APP = 20;
const RESTART_MS = 5000;
/** How often the progress is reported, in virtual ms. */
const REPORT_MS = 60_000;

export interface RunOptions {
  readonly seed: number;
  /** Instead of the scenario's own number. */
  readonly devices?: number | undefined;
  readonly openTarget: OpenTarget;
  readonly onProgress?: (progress: RunProgress) => void;
}

export interface RunProgress {
  /** Share of the scenario's time that has passed. */
  readonly share: number;
  readonly tracked: number;
  readonly answered: number;
}

/** One device of a run. */
export interface RunDevice {
  readonly profile: ProfileName;
  readonly device: SimulatedDevice;
  readonly faults: readonly Fault[];
}

/** What happened in a run, for expectations and reports. */
export interface ScenarioRun {
  readonly scenario: Scenario;
  readonly seed: number;
  readonly target: string;
  readonly devices: readonly RunDevice[];
  /** What the service has stored; undefined if only its answers are known. */
  readonly stored: readonly TimedEvent[] | undefined;
  /** Events that the SDK has given up. */
  readonly deadLetters: number;
  /** Unix ms when the run started, by the service's clock; undefined if that clock does not follow virtual time. */
  readonly startedAt: number | undefined;
  /** Virtual time at the end, in ms. */
  readonly endedAt: number;
}

/** Runs a scenario: the same seed gives the same devices, events and trouble. */
export async function runScenario(scenario: Scenario, options: RunOptions): Promise<ScenarioRun> {
  const time = createVirtualTime();
  const target = await options.openTarget(time);
  const devices: RunDevice[] = [];
  try {
    const count = options.devices ?? scenario.devices;
    let apiKey = '';
    for (let at = 0; at < count; at++) {
      if (at % DEVICES_PER_APP === 0) apiKey = await target.nextKey();
      devices.push(addDevice(scenario, options.seed, at, { time, target, apiKey }));
    }
    await play(scenario, time, devices, options.onProgress);
    return {
      scenario,
      seed: options.seed,
      target: target.about,
      devices,
      stored: await target.readStored(),
      deadLetters: await countDeadLetters(time, devices),
      startedAt: target.isInVirtualTime ? target.trueTime() - time.now() : undefined,
      endedAt: time.now(),
    };
  } finally {
    for (const { device } of devices) await device.remove();
    await target.close();
  }
}

interface Setting {
  readonly time: VirtualTime;
  readonly target: TargetService;
  readonly apiKey: string;
}

function addDevice(scenario: Scenario, seed: number, number: number, setting: Setting): RunDevice {
  const { time, target, apiKey } = setting;
  const random = randomFor(seed, 'device', number);
  const name = pickProfile(scenario, random);
  const profile: Profile = { ...PROFILES[name], ...(scenario.storage && { disk: scenario.storage }) };
  const conditions = new Set<Condition>();
  const faults = planTrouble(scenario, random);
  const device: SimulatedDevice = createSimulatedDevice({
    time,
    random,
    profile,
    apiKey,
    trueTime: target.trueTime,
    transport: target.transport,
    // To a clock of the machine, the hours of a scenario are seconds.
    ...(!target.isInVirtualTime && { wallLag: time.now }),
    conditions: () => [...conditions],
    ingestEndpoint: target.ingestEndpoint,
    address: `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`,
    config: withoutUnset(scenario.sdk),
    onDeath: () => time.after(RESTART_MS, () => device.start()),
  });
  for (const fault of faults) scheduleFault(fault, { time, devices: [device], conditions });
  scheduleUse(scenario, { time, random, profile, device });
  time.after(scenario.lasts, () => cureDevice({ time, devices: [device], conditions }));
  device.start();
  return { profile: name, device, faults };
}

function pickProfile({ profile }: Scenario, random: Random): ProfileName {
  if (typeof profile === 'string') return profile;
  const weighted = Object.entries(profile).map(([name, share]) => ({
    name: name as ProfileName,
    share: share ?? 0,
  }));
  return random.weighted(weighted).name;
}

interface Use {
  readonly time: VirtualTime;
  readonly random: Random;
  readonly profile: Profile;
  readonly device: SimulatedDevice;
}

/** What the app tracks, and when its process ends on its own. */
function scheduleUse({ events, lasts }: Scenario, { time, random, profile, device }: Use): void {
  for (const { name, at, every, properties } of events) {
    const track = () => device.track(name, properties);
    if (every === undefined) time.after(at ?? 0, track);
    else for (let next = random.integer(0, every); next < lasts; next += every) time.after(next, track);
  }
  const { restartsEveryMs: restarts } = profile;
  if (restarts === undefined) return;
  for (let next = random.integer(restarts / 2, restarts); next < lasts; next += restarts)
    time.after(next, () => {
      device.background();
      device.dieAfter(random.integer(0, 200), 'after');
    });
}

async function play(
  { lasts, recovery }: Scenario,
  time: VirtualTime,
  devices: readonly RunDevice[],
  onProgress: RunOptions['onProgress'],
): Promise<void> {
  const events = () => devices.flatMap(({ device }) => device.ledger.events);
  const isDelivered = () => events().every(({ answeredAt }) => answeredAt !== undefined);
  const end = lasts + recovery;
  while (time.now() < end) {
    await time.run(Math.min(end, time.now() + REPORT_MS));
    const tracked = events();
    const answered = tracked.filter(({ answeredAt }) => answeredAt !== undefined).length;
    onProgress?.({ share: time.now() / end, tracked: tracked.length, answered });
    if (time.now() > lasts && isDelivered()) return;
  }
}

async function countDeadLetters(time: VirtualTime, devices: readonly RunDevice[]): Promise<number> {
  const lists = Promise.all(devices.map(({ device }) => device.client()?.deadLetters() ?? []));
  await time.run(time.now() + 1);
  return (await lists).flat().length;
}

function withoutUnset<Config extends object>(
  config: Config,
): { [Name in keyof Config]-?: NonNullable<Config[Name]> } {
  const set = Object.entries(config).filter(([, value]) => value !== undefined);
  return Object.fromEntries(set) as { [Name in keyof Config]-?: NonNullable<Config[Name]> };
}
