import { factsOf, NUMBER_PROPERTY } from '../devices/event-ledger.ts';
import { checkDelivery } from '../soak/check-delivery.ts';
import type { ScenarioRun } from './run-scenario.ts';
import type { Scenario } from './scenario-schema.ts';

/** Whether one expectation of a scenario was met. */
export interface Verdict {
  /** Its name in the file. */
  readonly name: string;
  readonly isMet: boolean;
  /** What was expected and what happened, for people. */
  readonly says: string;
}

type Expectations = Scenario['expect'];

/** Says what happened, and whether that is what was expected. */
type Check<Value> = (run: ScenarioRun, expected: NonNullable<Value>) => Omit<Verdict, 'name'>;

const DEFAULT_ATTEMPTS = 5;

const CHECKS: { readonly [Name in keyof Required<Expectations>]: Check<Expectations[Name]> } = {
  exactly_once(run) {
    const findings = findBrokenPromises(run);
    const says = findings.map(({ device, what, count }) => `device ${device}: ${count} events ${what}`);
    return {
      isMet: findings.length === 0,
      says: says.join('; ') || 'every promised event is stored once, unaltered',
    };
  },
  stored_at_least: (run, least) => compareShare(run, least, (share) => share >= least, 'at least'),
  stored_at_most: (run, most) => compareShare(run, most, (share) => share <= most, 'at most'),
  delivered_within(run, limit) {
    const waits = allEvents(run).map(({ trackedAt, answeredAt = trackedAt }) => answeredAt - trackedAt);
    const longest = Math.max(0, ...waits);
    return {
      isMet: longest <= limit,
      says: `at most ${seconds(limit)}; the longest took ${seconds(longest)}`,
    };
  },
  requests_per_device_at_most(run, limit) {
    const most = Math.max(0, ...run.devices.map(({ device }) => device.requests()));
    return { isMet: most <= limit, says: `at most ${limit}; the busiest device sent ${most}` };
  },
  dead_letters_at_most: ({ deadLetters }, limit) => ({
    isMet: deadLetters <= limit,
    says: `at most ${limit}; there are ${deadLetters}`,
  }),
  dead_letters_at_least: ({ deadLetters }, limit) => ({
    isMet: deadLetters >= limit,
    says: `at least ${limit}; there are ${deadLetters}`,
  }),
  time_off_at_most(run, limit) {
    const off = largestTimeError(run);
    if (off === undefined)
      return { isMet: false, says: 'only known where the service runs on the clock of the scenario' };
    return { isMet: off <= limit, says: `at most ${seconds(limit)}; the largest error is ${seconds(off)}` };
  },
};

/** Compares a run with everything that its scenario expects. */
export function checkExpectations(run: ScenarioRun): Verdict[] {
  return Object.entries(run.scenario.expect).flatMap(([name, expected]) => {
    if (expected === undefined) return [];
    const check = CHECKS[name as keyof Expectations] as Check<unknown>;
    return [{ name, ...check(run, expected) }];
  });
}

const allEvents = ({ devices }: ScenarioRun) => devices.flatMap(({ device }) => device.ledger.events);

/** What each device's SDK has promised and the service has not got, by the device's number from 1. */
export function findBrokenPromises(run: ScenarioRun): { device: number; what: string; count: number }[] {
  const byEventId = new Map(storedEvents(run).map((event) => [event.eventId, event]));
  const findings = run.devices.flatMap(({ device }, at) => {
    const own = device.ledger.events.flatMap(({ eventId = '' }) => {
      const stored = byEventId.get(eventId);
      byEventId.delete(eventId);
      return stored ?? [];
    });
    const attempts = run.scenario.sdk.maxRetryAttempts ?? DEFAULT_ATTEMPTS;
    return checkDelivery(device, own, attempts).map(({ what, events }) => ({
      device: at + 1,
      what,
      count: events.length,
    }));
  });
  if (byEventId.size === 0) return findings;
  return [...findings, { device: 0, what: 'stored but never tracked', count: byEventId.size }];
}

/** What is stored; without access to that, what the service has answered for. */
export function storedEvents(run: ScenarioRun) {
  if (run.stored) return run.stored;
  return allEvents(run).flatMap((event) => {
    const { answeredAt, eventId = '', record } = event;
    if (answeredAt === undefined) return [];
    const facts = factsOf(record ?? '');
    const name = facts?.custom_event_name ?? facts?.event_type ?? event.name;
    // One that could not be written has no record; it was sent from memory.
    const properties = facts?.event_properties ?? { [NUMBER_PROPERTY]: event.number };
    return [{ eventId, name, properties, occurredAt: 0 }];
  });
}

function compareShare(run: ScenarioRun, limit: number, isMet: (share: number) => boolean, words: string) {
  const tracked = allEvents(run).length;
  const stored = storedEvents(run).length;
  const share = tracked === 0 ? 0 : stored / tracked;
  const percent = (part: number) => `${Math.round(part * 1000) / 10} %`;
  return {
    isMet: isMet(share),
    says: `${words} ${percent(limit)}; ${stored} of ${tracked} are, ${percent(share)}`,
  };
}

function largestTimeError(run: ScenarioRun): number | undefined {
  const { startedAt, stored } = run;
  if (startedAt === undefined || !stored) return undefined;
  const trueTimes = new Map(allEvents(run).map(({ eventId, trackedAt }) => [eventId, startedAt + trackedAt]));
  const errors = stored.map(({ eventId, occurredAt }) =>
    Math.abs(occurredAt - (trueTimes.get(eventId) ?? occurredAt)),
  );
  return errors.reduce((most, error) => Math.max(most, error), 0);
}

function seconds(ms: number): string {
  return ms < 120_000 ? `${Math.round(ms / 100) / 10} s` : `${Math.round(ms / 6000) / 10} min`;
}
