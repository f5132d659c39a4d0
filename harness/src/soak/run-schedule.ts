import { randomFor } from '@tributary/server/testing/random';
import { PROFILES } from '../devices/profiles.ts';
import { createSimulatedDevice, type SimulatedDevice } from '../devices/simulated-device.ts';
import { createFakeService } from '../fake-service/fake-service.ts';
import type { AcceptedEvent } from '../fake-service/fake-state.ts';
import type { Condition } from '../network/conditions.ts';
import { createTransport } from '../network/request-transport.ts';
import { createVirtualTime } from '../network/virtual-time.ts';
import { checkDelivery, type Finding, isPromised, type StoredEvent } from './check-delivery.ts';
import type { Schedule } from './plan-schedule.ts';
import { cureDevice, scheduleFault } from './schedule-fault.ts';

const STARTS_AT = Date.UTC(2026, 0, 1);
/** How long the SDK has to deliver the rest once everything works: several of its sessions. */
const TIME_TO_RECOVER = 3 * 3_600_000;

export interface ScheduleResult {
  readonly findings: readonly Finding[];
  readonly tracked: number;
  readonly promised: number;
  readonly stored: number;
  readonly requests: number;
}

/** Runs one device through its schedule against a service in memory, and checks what it has promised. */
export async function runSchedule(schedule: Schedule): Promise<ScheduleResult> {
  const { seed, disk, config, clockOffMs, endsAt } = schedule;
  const time = createVirtualTime();
  const trueTime = () => STARTS_AT + time.now();
  const service = createFakeService({ clock: trueTime });
  const { apiKey } = service.createApp();
  const conditions = new Set<Condition>();
  const device: SimulatedDevice = createSimulatedDevice({
    time,
    trueTime,
    apiKey,
    config,
    random: randomFor(seed, 'device'),
    profile: { ...PROFILES.phone, disk, clock: { offMs: clockOffMs, driftPpm: 0 } },
    transport: createTransport(time, service.fetch),
    address: '10.0.0.1',
    conditions: () => [...conditions],
    onDeath: () => time.after(schedule.restartAfterMs, () => device.start()),
    ingestEndpoint: 'https://service.test/v1/ingest',
  });
  try {
    for (const at of schedule.events) time.after(at, () => device.track('step', { text: `at ${at}` }));
    for (const fault of schedule.faults) scheduleFault(fault, { time, device, conditions });
    device.start();
    await time.run(Math.max(endsAt, schedule.events.at(-1) ?? 0) + 1);
    cureDevice(device, conditions);
    const isDelivered = () => device.ledger.events.every((event) => event.answeredAt !== undefined);
    await time.run(time.now() + TIME_TO_RECOVER, isDelivered);
    return report(schedule, device, service.events().map(toStored));
  } finally {
    await device.remove();
  }
}

function toStored({ event }: AcceptedEvent): StoredEvent {
  return {
    eventId: event.event_id,
    name: event.custom_event_name ?? event.event_type,
    properties: event.event_properties ?? {},
  };
}

function report({ config }: Schedule, device: SimulatedDevice, stored: StoredEvent[]): ScheduleResult {
  return {
    findings: checkDelivery(device, stored, config.maxRetryAttempts ?? 5),
    tracked: device.ledger.events.length,
    promised: device.ledger.events.filter(isPromised).length,
    stored: stored.length,
    requests: device.requests(),
  };
}
