import { Migration } from '@mikro-orm/migrations';

/**
 * A click that an install names by its referrer or its click id is no other device's candidate, also where it did not
 * become the install's cause: it was refused, or another one came first. Those are remembered in named_clicks; the others
 * are in attributions.
 */
export class M0030ClicksThatInstallsName extends Migration {
  override name = 'm0030-clicks-that-installs-name';

  override up(): void {
    this.addSql(`
      create table named_clicks (
        customer_id uuid not null,
        click_id uuid not null,
        install_id uuid not null,
        device_id uuid not null,
        primary key (customer_id, click_id, install_id)
      )`);
    this.addSql(`
      do $$
      begin
        if exists (select from pg_extension where extname = 'citus') then
          perform create_distributed_table('named_clicks', 'customer_id');
        end if;
      end
      $$`);
    this.addSql('create index named_clicks_install_idx on named_clicks (install_id)');
    this.addSql(`
      insert into named_clicks (customer_id, click_id, install_id, device_id)
      select distinct customer_id, (rejected ->> 'click_id')::uuid, install_id, device_id
      from attributions, jsonb_array_elements(rejected_candidates) rejected
      where rejected ->> 'model' in ('install_referrer', 'click_id')`);
  }
}
