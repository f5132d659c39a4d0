import type { KnownLink } from './known-link.ts';
import type { LinkDirectory } from './link-directory.ts';
import type { VisitKeys } from './visit-keys.ts';

/** The first link that a visit may mean. Most visits can mean one link only. */
export function findLink(
  directory: LinkDirectory,
  keys: VisitKeys,
): KnownLink | null | Promise<KnownLink | null> {
  const [first] = keys;
  if (first === undefined) return null;
  return keys.length === 1 ? directory.find(first) : firstOf(directory, keys);
}

async function firstOf(directory: LinkDirectory, keys: VisitKeys): Promise<KnownLink | null> {
  for (const key of keys) {
    const link = await directory.find(key);
    if (link !== null) return link;
  }
  return null;
}
