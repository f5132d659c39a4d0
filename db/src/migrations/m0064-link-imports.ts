import { Migration } from '@mikro-orm/migrations';

/** Jobs that import links: where they go, and what of their file could not be carried over. */
export class M0064LinkImports extends Migration {
  override name = 'm0064-link-imports';

  override up(): void {
    this.addSql(`
      alter table import_jobs
        add column kind text not null default 'history' check (kind in ('history', 'links')),
        add column domain_id uuid,
        add column not_carried_over json`);
  }
}
