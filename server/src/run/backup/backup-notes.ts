import { z } from 'zod';

/** What a restore needs to know before it starts. The first record of every backup. */
export const Beginning = z.object({
  note: z.literal('beginning'),
  /** ISO 8601. */
  madeAt: z.string(),
  /** Names of the migrations that were applied, in order. */
  migrations: z.array(z.string()).min(1),
  secrets: z.object({
    serviceSecret: z.string(),
    previousServiceSecret: z.string().optional(),
    anonKey: z.string(),
  }),
});

/** Precedes the rows of a table. */
export const TableBeginning = z.object({
  note: z.literal('table'),
  table: z.string(),
  columns: z.array(z.string()).min(1),
});

/** Follows the rows of a table. */
const TableEnd = z.object({ note: z.literal('end of table'), rows: z.number() });

/** Follows all tables. */
export const Ending = z.object({
  note: z.literal('ending'),
  sequences: z.array(z.object({ name: z.string(), value: z.string(), isCalled: z.boolean() })),
});

/** All notes that a backup can contain. */
export const Note = z.discriminatedUnion('note', [Beginning, TableBeginning, TableEnd, Ending]);

export type BackupSecrets = z.output<typeof Beginning>['secrets'];
export type BackupBeginning = z.output<typeof Beginning>;
