import type { AnyProcedure } from '@trpc/server';
import { z } from 'zod';
import type {
  CallerKind,
  ProcedureFacts,
  ProcedureMeta,
} from '../../platform/http/procedures/procedure-facts.ts';
import { appRouter, isProcedure } from '../router.ts';

/** A procedure as its definition has it: what it takes, what it answers and what is said of it. */
export interface DescribedProcedure {
  readonly name: string;
  readonly facts: ProcedureFacts;
  readonly caller: CallerKind;
  readonly input: z.ZodObject;
  readonly output: z.ZodType;
}

/** tRPC keeps what a procedure is built of, but does not say so in its types. */
interface Definition {
  readonly meta?: Partial<ProcedureFacts> & { readonly caller?: CallerKind } & ProcedureMeta;
  readonly inputs: readonly unknown[];
  readonly output?: unknown;
}

/** Every procedure with its schemas and what is said of it. */
export function describeProcedures(): DescribedProcedure[] {
  const procedures = appRouter._def.procedures as unknown as Readonly<Record<string, AnyProcedure>>;
  return Object.entries(procedures)
    .filter(([name]) => isProcedure(name))
    .map(([name, procedure]) => describeProcedure(name, procedure));
}

/** @throws Error for a procedure without `.meta`, `.input` or `.output`: see procedure-facts.ts. */
function describeProcedure(name: string, procedure: AnyProcedure): DescribedProcedure {
  const { meta, inputs, output } = procedure._def as unknown as Definition;
  const [input] = inputs;
  if (meta?.summary === undefined || meta.caller === undefined) throw new Error(`${name}: .meta is missing`);
  if (!(input instanceof z.ZodObject)) throw new Error(`${name}: its input must be a z.strictObject`);
  if (!(output instanceof z.ZodType)) throw new Error(`${name}: .output is missing`);
  return { name, facts: meta as ProcedureFacts, caller: meta.caller, input, output };
}
