import { accountProcedure, router } from '../session/procedure.ts';
import { analyticsArguments } from './analytics-arguments.ts';
import { readResource } from './read-resource.ts';
import type { AnyResource } from './resource.ts';
import { attributionLog } from './resources/attribution-log.ts';
import { summary } from './resources/summary.ts';

/** Every resource under its name on the wire. */
export const RESOURCES: ReadonlyMap<string, AnyResource> = new Map<string, AnyResource>([
  ['summary', summary],
  ['attribution_log', attributionLog],
]);

const query = accountProcedure.input(analyticsArguments);

/** `analytics.*`: the resources as typed procedures, with the arguments of the endpoint. */
export const analyticsRouter = router({
  summary: query.output(summary.output).query(({ ctx, input }) => readResource(summary, ctx, input)),
  attribution_log: query
    .output(attributionLog.output)
    .query(({ ctx, input }) => readResource(attributionLog, ctx, input)),
});
