import type { UnsignedEvent } from '@tributary/sdk/wire/event';
import { MAX_EVENTS_PER_REQUEST } from '@tributary/sdk/wire/limits';
import { processReviews } from '@tributary/server/attribution/fraud/fraud-reviewer';
import { processBatch } from '@tributary/server/attribution/work/attribution-worker';
import { countClicks } from '@tributary/server/clicks/count-clicks';
import { processCredits } from '@tributary/server/payments/credit/credit-worker';
import { deliverDue } from '@tributary/server/postbacks/deliver/delivery-worker';
import { processActivity } from '@tributary/server/rollups/activity-worker';
import type { TestService } from '@tributary/server/testing/test-service';
import type { WorldClock } from '../world/play/world-clock.ts';
import type { DemoPerson } from './plan-month.ts';
import { createSender } from './send-month.ts';
import type { Shop } from './set-up-shop.ts';

const DAY = 86_400_000;

export interface Month {
  readonly service: TestService;
  readonly shop: Shop;
  readonly clock: WorldClock;
  /** Unix ms. */
  readonly startsAt: number;
  readonly days: number;
  readonly people: readonly DemoPerson[];
  readonly onDay: (day: number) => void;
}

/** Plays the month day by day through the service's endpoints, and lets its workers process each day. */
export async function playMonth(month: Month): Promise<void> {
  const { service, shop, clock, startsAt, days, people, onDay } = month;
  const sender = createSender(service, shop, startsAt);
  const isOn = (day: number) => (at: number) => Math.floor(at / DAY) === day;
  for (let day = 0; day < days; day++) {
    const today = isOn(day);
    for (const person of people.filter(({ clickAt }) => today(clickAt)))
      await clock.at(startsAt + person.clickAt, () => sender.click(person));
    for (const person of people.filter(({ installAt }) => today(installAt))) {
      const at = startsAt + person.installAt;
      await clock.at(at, () => sender.send([sender.install(person)], at, person.address));
    }
    const evening = startsAt + (day + 1) * DAY - 1000;
    clock.set(evening);
    const visits = people.flatMap((person) =>
      person.visits.filter(({ at }) => today(at)).flatMap((visit) => sender.visit(person, visit)),
    );
    for (const batch of inBatches(visits)) await sender.send(batch, evening, '203.0.113.7');
    await processQueued(service);
    for (const person of people)
      for (const { at, amount, refundAt } of person.payments) {
        if (today(at)) await clock.at(startsAt + at, () => sender.pay(person, at, amount, false));
        if (refundAt !== null && today(refundAt))
          await clock.at(startsAt + refundAt, () => sender.pay(person, at, amount, true));
      }
    await processQueued(service);
    onDay(day + 1);
  }
}

function inBatches(events: readonly UnsignedEvent[]): UnsignedEvent[][] {
  const count = Math.ceil(events.length / MAX_EVENTS_PER_REQUEST);
  return Array.from({ length: count }, (_, at) =>
    events.slice(at * MAX_EVENTS_PER_REQUEST, (at + 1) * MAX_EVENTS_PER_REQUEST),
  );
}

/** Processes everything that is due, as the workers of a running service do. */
async function processQueued({ services }: TestService): Promise<void> {
  const { backgroundPool: pool, bell, log, clock } = services;
  while ((await countClicks(pool)) > 0);
  while ((await processBatch({ pool, bell, log, clock })) > 0);
  while ((await processActivity({ pool, log, clock })) > 0);
  while ((await processReviews({ pool, log, clock })) > 0);
  while ((await processCredits({ pool, log, clock })) > 0);
  await deliverDue(services.postbacks);
}
