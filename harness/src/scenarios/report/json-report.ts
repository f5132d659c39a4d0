import type { Verdict } from '../check-expectations.ts';
import { storedEvents } from '../check-expectations.ts';
import type { ScenarioRun } from '../run-scenario.ts';

/** The result of a run for programs; times in virtual ms since the start. */
export function jsonReport(run: ScenarioRun, verdicts: readonly Verdict[]): string {
  const { scenario, seed, target, devices, deadLetters, endedAt } = run;
  const report = {
    scenario: scenario.name,
    seed,
    service: target,
    ended_at_ms: endedAt,
    passed: verdicts.every(({ isMet }) => isMet),
    expectations: verdicts.map(({ name, isMet, says }) => ({ name, met: isMet, says })),
    stored: storedEvents(run).length,
    dead_letters: deadLetters,
    devices: devices.map(({ profile, device }, at) => ({
      number: at + 1,
      profile,
      requests: device.requests(),
      events: device.ledger.events.map((event) => ({
        number: event.number,
        name: event.name,
        event_id: event.eventId ?? null,
        tracked_at: event.trackedAt,
        stored_at: event.storedAt ?? null,
        answered_at: event.answeredAt ?? null,
        sends: event.sends.map(({ at: sentAt, status }) => ({ at: sentAt, status: status ?? null })),
      })),
    })),
  };
  return `${JSON.stringify(report, null, 2)}\n`;
}
