import type { ImportKind } from '@tributary/db/imports/import-job.entity';

/** What an importer is called, below `/v1` and `/functions/v1`. */
export interface Importer {
  readonly kind: ImportKind;
  readonly path: string;
  /** What its files bring. */
  readonly brings: string;
}

export const HISTORY: Importer = { kind: 'history', path: 'migration-importer', brings: 'history' };
export const LINKS: Importer = { kind: 'links', path: 'link-importer', brings: 'links' };
