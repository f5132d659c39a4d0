import { countClicks } from '@tributary/server/attribution/clicks/count-clicks';
import { processReviews } from '@tributary/server/attribution/fraud/review/fraud-reviewer';
import { processBatch } from '@tributary/server/attribution/work/attribution-worker';
import { processActivity } from '@tributary/server/counters/activity/activity-worker';
import { countEvents } from '@tributary/server/counters/events/count-events';
import { processCredits } from '@tributary/server/payments/credit/credit-worker';
import type { Services } from '@tributary/server/platform/services';
import { deliverDue } from '@tributary/server/postbacks/deliver/delivery-worker';

/** Processes what the story waits for, as the workers do: attribution, credit and postbacks that are due. */
export async function processUrgent(services: Services): Promise<void> {
  const { backgroundPool: pool, bell, log, clock } = services;
  while ((await processBatch({ pool, bell, log, clock })) > 0);
  while ((await processCredits({ pool, log, clock })) > 0);
  while ((await deliverDue(services.postbacks)) > 0);
}

/** Processes everything that is due, as the workers do. */
export async function processAll(services: Services): Promise<void> {
  const { backgroundPool: pool, log, clock } = services;
  while ((await countClicks(pool)) > 0);
  await processUrgent(services);
  while ((await processActivity({ pool, log, clock })) > 0);
  while ((await countEvents(pool)) > 0);
  while ((await processReviews({ pool, log, clock })) > 0);
}
