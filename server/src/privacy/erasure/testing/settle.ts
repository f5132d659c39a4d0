import { countEvents } from '../../../counters/events/count-events.ts';
import { settleRevenue } from '../../../payments/testing/books.ts';
import type { TestService } from '../../../testing/test-service.ts';

/** Works off everything that is queued, as the workers do: attributions, revenue and counts. */
export async function settle(service: TestService): Promise<void> {
  await settleRevenue(service);
  while ((await countEvents(service.services.workPool)) > 0);
}
