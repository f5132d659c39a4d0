import type { SignedDelivery } from '../payment-provider.ts';
import { fitsHexDigest } from './fits-digest.ts';

/** The most seconds between a signature's time and ours, in either direction, inclusive: 5 minutes. */
const TOLERANCE_S = 300;

/**
 * Verifies a header such as `t=1700000000,v1=<hex>,v1=<hex>`, each v1 an HMAC-SHA256 of `{t}.{body}`. While a secret is
 * being rotated there are several, of which one must be valid; other schemes (`v0`) are skipped.
 *
 * @param now Unix ms.
 * @returns null if it is valid, else the reason.
 */
export function verifyStampedDigest(
  delivery: SignedDelivery,
  header: string,
  secret: string,
  now: number,
): string | null {
  const items = readItems(delivery.header(header) ?? '');
  if (items.length === 0) return `the header ${header} is missing`;
  const [stamp, ...otherStamps] = valuesOf(items, 't');
  if (stamp === undefined || otherStamps.length > 0 || !/^\d{1,12}$/.test(stamp)) {
    return `the header ${header} must have one t=<Unix seconds>`;
  }
  const signatures = valuesOf(items, 'v1');
  if (signatures.length === 0) return `the header ${header} has no v1=<signature>`;
  const fits = (given: string) => fitsHexDigest(given, 'sha256', secret, `${stamp}.`, delivery.rawBody);
  if (!signatures.some(fits)) {
    return `no v1 of the header ${header} is the signature of this body with the webhook's secret`;
  }
  // In whole seconds, since the sender's clock was truncated to them.
  const age = Math.floor(now / 1000) - Number(stamp);
  if (Math.abs(age) <= TOLERANCE_S) return null;
  return `the header ${header} was signed ${Math.abs(age)} s ${age > 0 ? 'ago' : 'ahead of our clock'}; at most ${TOLERANCE_S} are allowed`;
}

type Item = readonly [name: string, value: string];

/** The comma-separated items, in any order, with or without spaces around them. */
function readItems(header: string): Item[] {
  return header.split(',').flatMap((item) => {
    const equals = item.indexOf('=');
    return equals < 0 ? [] : [[item.slice(0, equals).trim(), item.slice(equals + 1).trim()] as const];
  });
}

function valuesOf(items: readonly Item[], name: string): string[] {
  return items.filter((item) => item[0] === name).map((item) => item[1]);
}
