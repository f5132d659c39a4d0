import { z } from 'zod';
import type { Getter } from '../../platform/net/outbound/create-getter.ts';
import { ASSET_LINKS_BYTES } from '../association/association-limits.ts';
import type { CheckedLink } from './checked-link.ts';
import { fetchAssociation } from './fetch-association.ts';
import { fixUnnamedApp } from './fix-unnamed-app.ts';
import { error, type LinkCheck, ok, warning } from './link-check.ts';

const ABOUT = { platform: 'android', check: 'association' } as const;
const RELATION = 'delegate_permission/common.handle_all_urls';

const statements = z.array(
  z.object({
    relation: z.array(z.string()).catch([]),
    target: z
      .object({ package_name: z.string(), sha256_cert_fingerprints: z.array(z.string()) })
      .nullable()
      .catch(null),
  }),
);

const settings = z.object({ certificate_fingerprints: z.array(z.string()).catch([]) });

/** Whether Android opens the link in the app: what `assetlinks.json` of its host says of it. */
export async function checkAssetLinks(getter: Getter, checked: CheckedLink): Promise<LinkCheck[]> {
  const { url, app } = checked;
  const wanted = settings.safeParse(app.settings).data?.certificate_fingerprints ?? [];
  if (wanted.length === 0) {
    const fix = 'Set certificate_fingerprints in p_settings of the app, if it should open links.';
    return [warning(ABOUT, 'the app names no certificates: links open in the browser', fix)];
  }
  const { document, problems } = await fetchAssociation(getter, {
    url: new URL('/.well-known/assetlinks.json', url).href,
    platform: 'android',
    maxBytes: ASSET_LINKS_BYTES,
    types: ['application/json'],
  });
  if (document === undefined) return [...problems];
  const read = statements.safeParse(document);
  if (!read.success)
    return [
      ...problems,
      error(ABOUT, 'assetlinks.json is no list of statements', 'Serve the service’s own.'),
    ];
  const own = read.data.filter(
    ({ relation, target }) => relation.includes(RELATION) && target?.package_name === app.bundleId,
  );
  return [
    ...problems,
    judge(
      checked,
      wanted,
      own.flatMap(({ target }) => target?.sha256_cert_fingerprints ?? []),
    ),
  ];
}

function judge(checked: CheckedLink, wanted: readonly string[], found: readonly string[]): LinkCheck {
  const name = checked.app.bundleId;
  if (found.length === 0)
    return error(ABOUT, `assetlinks.json does not name ${name}`, fixUnnamedApp(checked, 'assetlinks.json'));
  const missing = wanted.filter((fingerprint) => !found.includes(fingerprint));
  if (missing.length === 0) return ok(ABOUT, `assetlinks.json names ${name} with its certificates`);
  return error(
    ABOUT,
    `assetlinks.json names ${name} without ${missing.join(', ')}`,
    'Wait for a minute after a change; then look at what serves the file.',
  );
}
