import { z } from 'zod';
import { optional, uuid } from '../platform/http/procedures/argument-types.ts';
import { isoDate } from '../platform/http/procedures/date-argument.ts';
import { groupByArgument } from './group-by.ts';
import { countryArgument } from './groups/country-argument.ts';
import { pageCursor } from './page.ts';
import type { Resource } from './resource.ts';

/** What every resource can be asked for with. */
export const analyticsArguments = z.strictObject({
  app_id: optional(uuid),
  team_id: optional(uuid),
  date_from: optional(isoDate),
  date_to: optional(isoDate),
  country: optional(countryArgument),
});

/** What a resource that comes in groups can be asked for with. */
export const groupedArguments = analyticsArguments.extend({ group_by: optional(groupByArgument) });

/** What a resource that comes in pages can be asked for with. */
export const pagedArguments = (resource: string) =>
  analyticsArguments.extend({ cursor: optional(pageCursor(resource)) });

/** All that any resource can be asked for with, for the reference. */
export const allArguments = groupedArguments.extend(pagedArguments('').shape);

export type AnalyticsArguments = z.output<typeof analyticsArguments> & Partial<z.output<typeof allArguments>>;

/** What a resource can be asked for with. */
export function argumentsOf({ name, paged, grouped }: Resource) {
  if (paged) return pagedArguments(name);
  return grouped ? groupedArguments : analyticsArguments;
}
