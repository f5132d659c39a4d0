import type { EntityManager } from '@mikro-orm/postgresql';
import type { Config } from '../config.ts';
import type { Terminal } from './terminal.ts';

/** What a command works with that finds its own data. */
export interface StandaloneContext {
  readonly config: Config;
  /** Unix ms. */
  readonly clock: () => number;
  /** Writes one line for the operator. */
  readonly print: (line: string) => void;
  readonly terminal: Terminal;
  /** Aborted when the operator wants it to stop. */
  readonly signal: AbortSignal;
}

/** What any other command works with. */
interface AdminContext extends StandaloneContext {
  readonly databaseUrl: string;
  readonly em: EntityManager;
}

interface Described {
  /** Names of its arguments, as the help shows them. */
  readonly args: readonly string[];
  /** Flags that it knows next to them, as `--json`. */
  readonly flags?: readonly string[];
  /** One line. */
  readonly help: string;
  /** What else its own help says. */
  readonly details?: string;
}

/** Something that an operator can do with the service's data, beside a running server or without one. */
interface DataCommand extends Described {
  /** Runs on the data of an earlier version as well. */
  readonly takesEarlierVersions?: boolean;
  run(context: AdminContext, args: readonly string[], flags: ReadonlySet<string>): Promise<void>;
}

/** Something that an operator can do where there is no data yet. */
interface StandaloneCommand extends Described {
  /** It brings the secrets that have to be set otherwise. */
  readonly bringsSecrets: true;
  runStandalone(context: StandaloneContext, args: readonly string[]): Promise<void>;
}

export type AdminCommand = DataCommand | StandaloneCommand;

/** Something the operator has to do differently; printed without a stack. */
export class AdminError extends Error {
  override name = 'AdminError';
}

/** A command that does not exist, or arguments that it does not take: the usage is printed as well, and the exit code is 2. */
export class UsageError extends AdminError {
  override name = 'UsageError';
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** @throws UsageError that names the argument. */
export function requireUuid(name: string, value: string | undefined): string {
  if (value === undefined || !UUID.test(value)) throw new UsageError(`${name} must be a UUID (version 4)`);
  return value.toLowerCase();
}
