import { Migration } from '@mikro-orm/migrations';

const KINDS = ['gaid', 'android_id', 'idfv', 'idfa'];

/** Clicks classed as a bot's that carry a device's id: few, and the install of that device looks for them. */
const byId = (kind: string) => `
  create index clicks_bot_${kind}_idx on clicks (customer_id, app_id, ${kind}, clicked_at desc)
  where ${kind} is not null and excluded_because = 'bot'
`;

export class M0090BotsById extends Migration {
  override name = 'm0090-bots-by-id';

  override up(): void {
    for (const kind of KINDS) this.addSql(byId(kind));
  }
}
