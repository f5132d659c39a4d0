import type { Problem } from '../../../links/target-url.ts';
import { findAndroidUrlProblem, findWebUrlProblem } from '../../../links/target-url.ts';
import type { RowReader } from '../../normalise/row-reader.ts';
import type { LinkField } from '../link-fields.ts';
import type { LostValue } from '../link-row.ts';
import type { LinkSource } from '../mappings/link-source.ts';

/** Of an app, for links that lead to its page in a store. */
export interface AppOfLinks {
  readonly id: string;
  readonly bundleId: string;
}

interface ReadTargets {
  readonly fallback_url: string | null;
  readonly android_url: string | null;
  readonly ios_url: string | null;
}

const STORE_NUMBER = /^(?:id)?(\d{1,20})$/;
const PACKAGE = /^[A-Za-z]\w*(\.\w+)+$/;

/**
 * Where a link leads on each kind of device: what its row names, else where its platform would have sent everyone.
 *
 * @param webUrl the deep link, if it is a page.
 */
export function readTargets(
  reader: RowReader<LinkField>,
  source: LinkSource,
  { app, webUrl, lost }: { app: AppOfLinks; webUrl: string | null; lost: LostValue[] },
): ReadTargets {
  /** What cannot be opened from a link here, such as a scheme of an app's own, is left out of a moved link. */
  const optional = (field: LinkField, findProblem: (url: string) => Problem): string | null => {
    const found = reader.find(field);
    if (found === undefined) return null;
    const problem = source.translates ? findProblem(found.value) : null;
    if (problem === null) return found.value;
    lost.push({ ...found, reason: problem });
    return null;
  };
  const everywhere =
    optional('redirect_url', findWebUrlProblem) ?? (source.leadsTo === 'deep link' ? webUrl : null);
  const store = source.leadsTo === 'store' ? playUrl(app.bundleId) : null;
  const android = optional('android_url', findAndroidUrlProblem) ?? androidStore(reader);
  const ios = optional('ios_url', findWebUrlProblem) ?? iosStore(reader);
  return {
    fallback_url: optional('fallback_url', findWebUrlProblem) ?? everywhere ?? webUrl ?? store,
    android_url: android ?? everywhere ?? store,
    ios_url: ios ?? everywhere,
  };
}

function androidStore(reader: RowReader<LinkField>): string | null {
  const name = reader.take(
    'android_package',
    (value) => (PACKAGE.test(value) ? value : undefined),
    'must be a package',
  );
  return name === null ? null : playUrl(name);
}

function playUrl(name: string): string {
  return `https://play.google.com/store/apps/details?id=${name}`;
}

function iosStore(reader: RowReader<LinkField>): string | null {
  const read = (value: string) => STORE_NUMBER.exec(value)?.[1];
  const number = reader.take('ios_app_id', read, 'must be the number of an app in the App Store');
  if (number === null) return null;
  const url = new URL(`https://apps.apple.com/app/id${number}`);
  for (const { column, value } of reader.all('ios_store_params')) {
    const name = /(\w+)$/.exec(column)?.[1];
    if (name !== undefined) url.searchParams.set(name.toLowerCase(), value);
  }
  return url.href;
}
