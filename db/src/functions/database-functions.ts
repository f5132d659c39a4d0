import { STORE_EVENTS } from './store-events.ts';
import { STORE_EVENTS_TO_COUNT } from './store-events-to-count.ts';

/**
 * The current form of every database function, by name.
 *
 * Changing one takes two steps: its file here, and a migration with a frozen copy of it. During a deployment instances
 * of two versions call the same function, so different arguments need a function with a new name.
 */
export const DATABASE_FUNCTIONS = {
  store_events: STORE_EVENTS,
  store_events_to_count: STORE_EVENTS_TO_COUNT,
} as const;
