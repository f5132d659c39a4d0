import type { ClientBase, Pool } from 'pg';

/** What a link is found by on its host. */
export interface LinkKey {
  readonly slug: string;
  readonly path: string | null;
}

const FIND = `
  select slug as taken from links
  where slug = any($2::text[]) and (case when $1::uuid is null then domain_id is null else domain_id = $1 end)
  union all
  select path from link_paths where domain_id = $1 and path = any($3::text[])`;

/** The slugs and paths that are taken on a host. @param domainId null for the service's own. */
export async function findTaken(
  client: ClientBase | Pool,
  domainId: string | null,
  keys: readonly LinkKey[],
): Promise<ReadonlySet<string>> {
  const slugs = keys.map(({ slug }) => slug);
  const paths = keys.flatMap(({ path }) => (path === null ? [] : [path]));
  const { rows } = await client.query<{ taken: string }>({
    name: 'find-taken-links',
    text: FIND,
    values: [domainId, slugs, paths],
  });
  return new Set(rows.map(({ taken }) => taken));
}

/** A path begins with a slash, which no slug has. */
export function isTaken(taken: ReadonlySet<string>, { slug, path }: LinkKey): boolean {
  return taken.has(slug) || (path !== null && taken.has(path));
}
