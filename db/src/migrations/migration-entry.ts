import type { Migration } from '@mikro-orm/migrations';
import type { ClientBase } from 'pg';

/** A migration in one transaction, one that goes through a big table in batches, or one that is a program. */
export type MigrationEntry = PlainMigration | BatchedMigration | ProgramMigration;

export interface PlainMigration {
  readonly name: string;
  readonly class: new (...given: ConstructorParameters<typeof Migration>) => Migration;
}

/**
 * Each batch is a transaction of its own. The migration is resumed where it stopped, even after a kill: where it is, is
 * committed with what it did. Until it is finished the database is between two versions, and no version starts on it.
 */
export interface BatchedMigration {
  readonly name: string;
  /** The table that it goes through; its number of rows tells how far it is. */
  readonly table: string;
  /**
   * SQL of one batch. `$1::jsonb` is the position that the batch before it returned, null at first. Returns one row:
   * `position`, null once nothing is left, and `rows`, how many of the table it has gone through.
   */
  readonly batch: string;
}

/** Transactions of its own. It does nothing of what is already done, and is run again if it was killed. */
export interface ProgramMigration {
  readonly name: string;
  /** @param client in no transaction. */
  run(client: ClientBase): Promise<void>;
}

export function isProgram(entry: MigrationEntry): entry is ProgramMigration {
  return 'run' in entry;
}

export function isPlain(entry: MigrationEntry): entry is PlainMigration {
  return 'class' in entry;
}
