import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '../../src/api/router.ts';

/** The arguments of every procedure, as `Inputs['create_app']`. */
export type Inputs = inferRouterInputs<AppRouter>;

/** What every procedure answers, as `Outputs['list_apps']`. */
export type Outputs = inferRouterOutputs<AppRouter>;
