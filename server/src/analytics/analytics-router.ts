import { callerProcedure as baseProcedure, router } from '../procedures/procedure.ts';
import { analyticsArguments, pagedArguments } from './analytics-arguments.ts';
import { loadAnalyticsCaller } from './analytics-caller.ts';
import { readResource } from './read-resource.ts';
import { RESOURCES } from './resources.ts';

const { summary, installs, cohorts, fraud, attribution_log, revenue, roas, payments } = RESOURCES;

const callerProcedure = baseProcedure.use(async ({ ctx, next }) =>
  next({ ctx: await loadAnalyticsCaller(ctx.services, ctx.em, ctx.session) }),
);
const query = callerProcedure.input(analyticsArguments);
const pagedQuery = (resource: string) => callerProcedure.input(pagedArguments(resource));

/** `analytics.*`: the resources as typed procedures, with the arguments of the endpoint. */
export const analyticsRouter = router({
  summary: query.output(summary.output).query(({ ctx, input }) => readResource(summary, ctx, input)),
  installs: query.output(installs.output).query(({ ctx, input }) => readResource(installs, ctx, input)),
  cohorts: query.output(cohorts.output).query(({ ctx, input }) => readResource(cohorts, ctx, input)),
  fraud: pagedQuery('fraud')
    .output(fraud.output)
    .query(({ ctx, input }) => readResource(fraud, ctx, input)),
  attribution_log: pagedQuery('attribution_log')
    .output(attribution_log.output)
    .query(({ ctx, input }) => readResource(attribution_log, ctx, input)),
  revenue: query.output(revenue.output).query(({ ctx, input }) => readResource(revenue, ctx, input)),
  roas: query.output(roas.output).query(({ ctx, input }) => readResource(roas, ctx, input)),
  payments: pagedQuery('payments')
    .output(payments.output)
    .query(({ ctx, input }) => readResource(payments, ctx, input)),
});
