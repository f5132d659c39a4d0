import type { EntityManager } from '@mikro-orm/postgresql';
import type { Config } from '../config.ts';

/** What a command works with. */
export interface AdminContext {
  readonly config: Config;
  readonly databaseUrl: string;
  readonly em: EntityManager;
  /** Unix ms. */
  readonly clock: () => number;
  /** Writes one line for the operator. */
  readonly print: (line: string) => void;
}

/** One thing that an operator can do, beside a running server or without one. */
export interface AdminCommand {
  /** Names of its arguments, as the help shows them. */
  readonly args: readonly string[];
  /** Names of the flags that it knows beside them, as `--json`. */
  readonly flags?: readonly string[];
  readonly help: string;
  run(context: AdminContext, args: readonly string[], flags: ReadonlySet<string>): Promise<void>;
}

/** Something the operator has to do differently; printed without a stack. */
export class AdminError extends Error {
  override name = 'AdminError';
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** @throws AdminError that names the argument. */
export function requireUuid(name: string, value: string | undefined): string {
  if (value === undefined || !UUID.test(value)) throw new AdminError(`${name} must be a UUID (version 4)`);
  return value.toLowerCase();
}
