import type { z } from 'zod';
import { callerProcedure, router } from '../platform/http/procedures/procedure.ts';
import { analyticsArguments, groupedArguments, pagedArguments } from './analytics-arguments.ts';
import { loadAnalyticsCaller } from './analytics-caller.ts';
import { readResource } from './read-resource.ts';
import type { Resource } from './resource.ts';
import { RESOURCES } from './resources.ts';

const analyticsProcedure = callerProcedure.use(async ({ ctx, next }) =>
  next({ ctx: await loadAnalyticsCaller(ctx.services, ctx.em, ctx.session) }),
);

function toProcedure<Output extends z.ZodType>(resource: Resource<string, Output>) {
  return analyticsProcedure
    .input(analyticsArguments)
    .output(resource.output)
    .query(({ ctx, input }) => answer(resource, ctx, input));
}

function toGroupedProcedure<Output extends z.ZodType>(resource: Resource<string, Output>) {
  return analyticsProcedure
    .input(groupedArguments)
    .output(resource.output)
    .query(({ ctx, input }) => answer(resource, ctx, input));
}

function toPagedProcedure<Output extends z.ZodType>(resource: Resource<string, Output>) {
  return analyticsProcedure
    .input(pagedArguments(resource.name))
    .output(resource.output)
    .query(({ ctx, input }) => answer(resource, ctx, input));
}

/** Typed as a resource's answer by `readResource`; what tRPC makes of a type parameter cannot be compared with that. */
function answer<Output extends z.ZodType>(...args: Parameters<typeof readResource<Output>>): Promise<never> {
  return readResource(...args) as Promise<never>;
}

type ProcedureOf<R> =
  R extends Resource<string, infer Output, infer Paged, infer Grouped>
    ? ReturnType<
        Paged extends true
          ? typeof toPagedProcedure<Output>
          : Grouped extends true
            ? typeof toGroupedProcedure<Output>
            : typeof toProcedure<Output>
      >
    : never;

function procedureOf(resource: Resource) {
  if (resource.paged) return toPagedProcedure(resource);
  return resource.grouped ? toGroupedProcedure(resource) : toProcedure(resource);
}

type Procedures = { [R in (typeof RESOURCES)[number] as R['name']]: ProcedureOf<R> };

const procedures = Object.fromEntries(
  RESOURCES.map((resource: Resource) => [resource.name, procedureOf(resource)]),
) as Procedures;

/** `analytics.*`: the resources as typed procedures, with the arguments of the endpoint. */
export const analyticsRouter = router(procedures);
