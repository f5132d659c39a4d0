import { STORE_EVENTS } from './store-events.ts';

/**
 * Every function of the database in its current form, by name.
 *
 * Changing one takes two steps: the file here, and a migration with a frozen copy of it. Instances of two versions call
 * the same function during a deployment, so a change of arguments is a function of a new name.
 */
export const DATABASE_FUNCTIONS = { store_events: STORE_EVENTS } as const;
