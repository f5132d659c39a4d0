import { randomFor } from '@tributary/server/testing/random';
import { PROFILES } from '../devices/profiles.ts';
import { createSimulatedDevice, type SimulatedDevice } from '../devices/simulated-device.ts';
import { createFakeService, type FakeService } from '../fake-service/fake-service.ts';
import type { AcceptedEvent } from '../fake-service/fake-state.ts';
import type { Condition } from '../network/conditions.ts';
import { createTransport } from '../network/request-transport.ts';
import { createVirtualTime, type VirtualTime } from '../network/virtual-time.ts';
import { checkDelivery, type Finding, isPromised, type StoredEvent } from './check-delivery.ts';
import { checkRequests, type Hold } from './check-requests.ts';
import type { Schedule } from './plan-schedule.ts';
import { cureDevice, type ItemFault, scheduleFault } from './schedule-fault.ts';

const STARTS_AT = Date.UTC(2026, 0, 1);
/** How long the SDK has to deliver the rest once everything works: several of its sessions. */
const TIME_TO_RECOVER = 3 * 3_600_000;
/** Below it the SDK waits. */
const LOW_BATTERY_PERCENT = 15;

export interface ScheduleResult {
  readonly findings: readonly Finding[];
  readonly tracked: number;
  readonly promised: number;
  readonly stored: number;
  readonly requests: number;
}

/** Runs one device through its schedule against a service in memory, and checks what it has promised. */
export async function runSchedule(schedule: Schedule): Promise<ScheduleResult> {
  const time = createVirtualTime();
  const trueTime = () => STARTS_AT + time.now();
  const random = randomFor(schedule.seed, 'verdicts');
  const verdicts = new Set<ItemFault>();
  const service = createFakeService({
    clock: trueTime,
    judge: () => [...verdicts].find(({ share }) => random.chance(share))?.code,
  });
  const conditions = new Set<Condition>();
  const devices = createPrograms(schedule, { time, trueTime, service, conditions });
  const [device] = devices;
  const holds: Hold[] = [];
  const onChange = () => void holds.push({ at: time.now(), reason: whyHeld(device, conditions, schedule) });
  const target = { time, devices, conditions, verdicts, onChange };
  try {
    schedule.events.forEach((at, number) => {
      time.after(at, () => devices[number % devices.length]?.track('step', { text: `at ${at}` }));
    });
    for (const fault of schedule.faults) scheduleFault(fault, target);
    for (const program of devices) program.start();
    await time.run(Math.max(schedule.endsAt, schedule.events.at(-1) ?? 0) + 1);
    for (const program of devices) program.choose(true);
    cureDevice(target);
    const isDelivered = () =>
      device.ledger.events.every(({ answeredAt, isForbidden }) => isForbidden || answeredAt !== undefined);
    await time.run(time.now() + TIME_TO_RECOVER, isDelivered);
    return report(schedule, device, holds, service.events().map(toStored));
  } finally {
    for (const program of devices.toReversed()) await program.remove();
  }
}

interface World {
  readonly time: VirtualTime;
  readonly trueTime: () => number;
  readonly service: FakeService;
  readonly conditions: ReadonlySet<Condition>;
}

/** The programs of one device, which share everything but their processes. */
function createPrograms(
  { seed, disk, programs, config, clockOffMs, restartAfterMs }: Schedule,
  { time, trueTime, service, conditions }: World,
): [SimulatedDevice, ...SimulatedDevice[]] {
  const { apiKey } = service.createApp();
  const create = (name: string, beside?: SimulatedDevice): SimulatedDevice => {
    const program: SimulatedDevice = createSimulatedDevice({
      time,
      trueTime,
      apiKey,
      config,
      random: randomFor(seed, name),
      profile: { ...PROFILES.phone, disk, clock: { offMs: clockOffMs, driftPpm: 0 } },
      transport: createTransport(time, service.fetch),
      address: '10.0.0.1',
      conditions: () => [...conditions],
      onDeath: () => time.after(restartAfterMs, () => program.start()),
      ingestEndpoint: 'https://service.test/v1/ingest',
      ...(beside && { beside }),
    });
    return program;
  };
  const first = create('device');
  return programs === 1 ? [first] : [first, create('second program', first)];
}

function whyHeld(
  { hardware, battery }: SimulatedDevice,
  conditions: ReadonlySet<Condition>,
  { config }: Schedule,
): Hold['reason'] {
  if (!hardware.choice.isAllowed()) return 'objection';
  const isMobile = [...conditions].some(({ kind }) => kind === 'cellular');
  const isLow = (battery.percent() ?? 100) < LOW_BATTERY_PERCENT;
  return (isMobile && config.wifiOnlyMode) || isLow ? 'device' : undefined;
}

function toStored({ event }: AcceptedEvent): StoredEvent {
  return {
    eventId: event.event_id,
    name: event.custom_event_name ?? event.event_type,
    properties: event.event_properties ?? {},
  };
}

function report(
  { config }: Schedule,
  { ledger, requests }: SimulatedDevice,
  holds: readonly Hold[],
  stored: StoredEvent[],
): ScheduleResult {
  return {
    findings: [
      ...checkDelivery({ ledger }, stored, config.maxRetryAttempts ?? 5, config.maxOfflineQueueSize),
      ...checkRequests(ledger.requests, holds, config),
    ],
    tracked: ledger.events.length,
    promised: ledger.events.filter(isPromised).length,
    stored: stored.length,
    requests: requests(),
  };
}
