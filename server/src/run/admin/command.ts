import type { EntityManager } from '@mikro-orm/postgresql';
import { isUuidV4 } from '@tributary/sdk/wire/optional-fields';
import type { Config } from '../../platform/settings/config.ts';
import type { Terminal } from './terminal.ts';

/** The context of a command that opens its own data. */
export interface StandaloneContext {
  readonly config: Config;
  /** Unix ms. */
  readonly clock: () => number;
  /** Writes one line for the operator. */
  readonly print: (line: string) => void;
  readonly terminal: Terminal;
  /** Aborted when the operator interrupts the command. */
  readonly signal: AbortSignal;
  /** What trying the passphrase of a new backup costs (`createHeader`); as it should be unless given. */
  readonly backupKeyCost?: number | undefined;
}

/** The context of every other command. */
interface AdminContext extends StandaloneContext {
  readonly databaseUrl: string;
  readonly em: EntityManager;
}

interface Described {
  /** The names of its arguments, as shown in the help. */
  readonly args: readonly string[];
  /** Names of further arguments that may be left out, the last ones first. */
  readonly optionalArgs?: readonly string[];
  /** Optional flags, such as `--json`. */
  readonly flags?: readonly string[];
  /** Options that are followed by a value, such as `--account`; all of them are required. */
  readonly options?: readonly string[];
  /** A one-line description. */
  readonly help: string;
  /** More text for the command's own help. */
  readonly details?: string;
}

/** A command that uses the service's data, with or without a running server. */
interface DataCommand extends Described {
  /** The command also accepts data of an earlier version. */
  readonly takesEarlierVersions?: boolean;
  /** @param args the arguments, then those that may be left out, then the values of the options. */
  run(context: AdminContext, args: readonly string[], flags: ReadonlySet<string>): Promise<void>;
}

/** A command that can run before there is any data. */
interface StandaloneCommand extends Described {
  /** The command supplies the secrets that are otherwise required. */
  readonly bringsSecrets: true;
  runStandalone(context: StandaloneContext, args: readonly string[]): Promise<void>;
}

export type AdminCommand = DataCommand | StandaloneCommand;

/** An error that the operator can fix; printed without a stack. */
export class AdminError extends Error {
  override name = 'AdminError';
}

/** An unknown command or invalid arguments: the usage is printed too, and the exit code is 2. */
export class UsageError extends AdminError {
  override name = 'UsageError';
}

/** @throws UsageError naming the argument. */
export function requireUuid(name: string, value: string | undefined): string {
  if (!isUuidV4(value)) throw new UsageError(`${name} must be a UUID (version 4)`);
  return value.toLowerCase();
}
