import { z } from 'zod';
import { optional, uuid } from '../session/argument-types.ts';

/** 1970 to 2199: whatever a client means, it is in there, and every day of it can be listed. */
const isoDate = z.iso
  .date('must be a date as 2026-01-31')
  .refine((day) => day >= '1970-01-01' && day < '2200-01-01', 'must be between 1970 and 2199');

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
