import { z } from 'zod';
import { optional, uuid } from '../session/argument-types.ts';
import { isoDate } from '../session/iso-date.ts';
import { pageCursor } from './page.ts';

const narrowing = {
  app_id: optional(uuid),
  team_id: optional(uuid),
  date_from: optional(isoDate),
  date_to: optional(isoDate),
};

/** What every resource can be asked for with. */
export const analyticsArguments = z.strictObject(narrowing);

/** What a resource that comes in pages can be asked for with. */
export const pagedArguments = (resource: string) =>
  z.strictObject({ ...narrowing, cursor: optional(pageCursor(resource)) });

export type AnalyticsArguments = z.output<typeof analyticsArguments> &
  Partial<z.output<ReturnType<typeof pagedArguments>>>;
