import { z } from 'zod';
import { optional, uuid } from '../session/argument-types.ts';
import { isoDate } from '../session/iso-date.ts';

/** What every resource can be asked for with. */
export const analyticsArguments = z
  .strictObject({
    app_id: optional(uuid),
    team_id: optional(uuid),
    date_from: optional(isoDate),
    date_to: optional(isoDate),
  })
  .refine(({ date_from, date_to }) => date_from === null || date_to === null || date_from <= date_to, {
    path: ['date_from'],
    error: 'must not be after date_to',
  });

export type AnalyticsArguments = z.output<typeof analyticsArguments>;
