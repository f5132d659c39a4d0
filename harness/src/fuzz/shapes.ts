import type { Shape } from './shape.ts';
import { appSettings } from './shapes/app-settings.ts';
import { events } from './shapes/events.ts';
import { headers } from './shapes/headers.ts';
import { procedureCalls } from './shapes/procedure-calls.ts';
import { queries } from './shapes/queries.ts';
import { trpcCalls } from './shapes/trpc-calls.ts';
import { visits } from './shapes/visits.ts';

/** Every kind of hostile request. */
export const SHAPES: readonly Shape[] = [
  events,
  headers,
  visits,
  queries,
  procedureCalls,
  appSettings,
  trpcCalls,
];
