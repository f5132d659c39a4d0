import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '../../../src/api/router.ts';

type Record_ = AppRouter['_def']['record'];
type Reports = Record_['analytics'];
type Inputs = inferRouterInputs<AppRouter>;
type Outputs = inferRouterOutputs<AppRouter>;

type NamesOf<Procedures, Kind> = {
  [Name in keyof Procedures]: Procedures[Name] extends { _def: { type: Kind } } ? Name & string : never;
}[keyof Procedures];

/** The procedures that read, and the reports as `analytics.<name>`. */
export type ReadName = NamesOf<Record_, 'query'> | `analytics.${NamesOf<Reports, 'query'>}`;
/** The procedures that change something. */
export type ChangeName = NamesOf<Record_, 'mutation'>;

type In<Names extends Record<string, unknown>, Name> = Name extends keyof Names ? Names[Name] : never;

/** The arguments of a procedure. */
export type InputOf<Name extends ReadName | ChangeName> = Name extends `analytics.${infer Report}`
  ? In<Inputs['analytics'], Report>
  : In<Inputs, Name>;

/** What a procedure answers. */
export type OutputOf<Name extends ReadName | ChangeName> = Name extends `analytics.${infer Report}`
  ? In<Outputs['analytics'], Report>
  : In<Outputs, Name>;

/** What a subscription tells of. */
export type ToldBy<Name extends keyof Outputs> =
  Outputs[Name] extends AsyncIterable<infer Told> ? Told : never;
