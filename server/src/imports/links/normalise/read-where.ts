import { isServicePath } from '../../../links/service-path.ts';
import { isSlug } from '../../../links/slug.ts';
import type { RowReader } from '../../normalise/row-reader.ts';
import type { LinkField } from '../link-fields.ts';
import type { LostValue } from '../link-row.ts';
import { madeSlug } from './made-slug.ts';
import { type OldAddress, readAddress } from './read-address.ts';

/** Stands in for the slug of a row whose address is wrong, which is all that is said of it. */
const NO_SLUG = 'none';

interface Place {
  readonly jobId: string;
  /** The host of the domain that keeps paths; null for the service's own, which keeps none. */
  readonly host: string | null;
}

interface Where {
  readonly slug: string | undefined;
  readonly path: string | null;
  readonly found: { readonly column: string; readonly value: string };
}

/** What keeps a link's address: its slug if that is the whole path, otherwise its path beside a made slug. */
export function readWhere(
  reader: RowReader<LinkField>,
  { host, jobId }: Place,
  row: number,
  lost: LostValue[],
): Where {
  const own = reader.find('slug');
  const found = reader.find('short_link') ?? reader.find('long_link');
  const none = { slug: own?.value ?? NO_SLUG, path: null, found: own ?? { column: 'slug', value: '' } };
  if (found === undefined) {
    if (own === undefined) reader.reject('short_link', 'is missing');
    return none;
  }
  const address = readAddress(found.value);
  if (address === undefined) {
    reader.reject(found, 'must be the address of a link, with a path of up to 512 characters');
    return none;
  }
  if (host !== null && isAnswered(address)) reader.reject(found, 'is a path that the service itself answers');
  const lostBecause = reasonAddressIsLost(address, host);
  if (lostBecause !== null) lost.push({ ...found, reason: lostBecause });
  const slug = address.path.slice(1);
  const isWhole = isSlug(own?.value ?? slug) && (own === undefined || own.value === slug);
  if (isWhole) return { slug, path: null, found };
  return {
    slug: own?.value ?? madeSlug(address.path, jobId, row),
    path: host === null ? null : address.path,
    found,
  };
}

/** Association files and the like, and what the service has on every host: no link is found there. */
function isAnswered({ path }: OldAddress): boolean {
  return /^\/(?:\.|%2e)/i.test(path) || isServicePath(path);
}

function reasonAddressIsLost(address: OldAddress, host: string | null): string | null {
  if (host === null) return 'no domain was named that keeps it: the link has an address of its own here';
  if (address.host !== null && address.host !== host) return `only its path is kept: it was not on ${host}`;
  return null;
}
