import type { EntityManager } from '@mikro-orm/postgresql';
import { Link } from '@tributary/db/links/link.entity';
import { checkLink } from '../../../links/doctor/check-link.ts';
import { openGetter } from '../../../links/doctor/open-getter.ts';
import { readCheckedLink } from '../../../links/doctor/read-checked-link.ts';
import type { Config } from '../../../platform/settings/config.ts';
import { withPool } from '../with-pool.ts';

interface CheckParts {
  readonly config: Config;
  readonly databaseUrl: string;
  readonly em: EntityManager;
  /** Unix ms. */
  readonly clock: () => number;
  readonly print: (line: string) => void;
}

/** Links that are looked at: each asks other hosts for a handful of pages. */
const MOST = 500;

/** What is wrong with one link of an app on a host is mostly wrong with all of them. */
const NEWEST = `
  select distinct on (links.app_id, links.domain_id) links.id
  from links join apps on apps.id = links.app_id left join domains on domains.id = links.domain_id
  where links.active and apps.active and apps.deleted_at is null
    and (links.domain_id is null or domains.verified_at is not null)
  order by links.app_id, links.domain_id, links.created_at desc, links.id limit ${MOST}`;

/** Looks at the newest link of each app on each host as phones and their makers do. @returns its errors; the rest is printed. */
export async function checkLinks({ config, databaseUrl, em, clock, print }: CheckParts): Promise<string[]> {
  const rows = await em.execute<{ id: string }[]>(NEWEST);
  const getter = openGetter(config);
  const problems: string[] = [];
  try {
    await withPool(databaseUrl, 2, async (pool) => {
      for (const { id } of rows) {
        const link = await em.findOne(Link, { id });
        const checked = link && (await readCheckedLink({ em, pool, config, clock }, link));
        if (!checked) continue;
        for (const { platform, check, status, detail, fix } of await checkLink(getter, checked)) {
          const line = `${checked.url}, ${platform}, ${check}: ${detail}${fix === null ? '' : `. ${fix}`}`;
          if (status === 'error') problems.push(line);
          if (status === 'warning') print(line);
        }
      }
    });
  } finally {
    getter.close();
  }
  print(`${rows.length} links looked at: the newest of each app on each host`);
  return problems;
}
