import { z } from 'zod';
import type { Getter } from '../../platform/net/outbound/create-getter.ts';
import { APP_SITE_ASSOCIATION_BYTES } from '../association/association-limits.ts';
import type { CheckedLink } from './checked-link.ts';
import { fetchAssociation } from './fetch-association.ts';
import { fixUnnamedApp } from './fix-unnamed-app.ts';
import { error, type LinkCheck, ok, warning } from './link-check.ts';
import { componentsMatch } from './match-components.ts';

const ABOUT = { platform: 'ios', check: 'association' } as const;

const association = z.object({
  applinks: z.object({
    details: z.array(
      z.object({
        appID: z.string().optional().catch(undefined),
        appIDs: z.array(z.string()).optional().catch(undefined),
        components: z
          .array(z.object({ '/': z.string().optional(), exclude: z.boolean().optional() }))
          .optional()
          .catch(undefined),
      }),
    ),
  }),
});

/** Whether iOS opens the link in the app: what `apple-app-site-association` of its host says of it. */
export async function checkAppSiteAssociation(getter: Getter, checked: CheckedLink): Promise<LinkCheck[]> {
  const { url, app, known } = checked;
  if (!app.iosBundleId || !app.iosTeamId) {
    if (!app.appStoreId && !known.ios) return [];
    const fix = 'Set p_ios_bundle_id and p_ios_team_id of the app, if it should open links.';
    return [warning(ABOUT, 'the app has no bundle id or team id of iOS: links open in the browser', fix)];
  }
  const { document, problems } = await fetchAssociation(getter, {
    url: new URL('/.well-known/apple-app-site-association', url).href,
    platform: 'ios',
    maxBytes: APP_SITE_ASSOCIATION_BYTES,
    types: ['application/json', 'application/pkcs7-mime'],
  });
  if (document === undefined) return [...problems];
  const read = association.safeParse(document);
  if (!read.success)
    return [
      ...problems,
      error(ABOUT, 'apple-app-site-association has no applinks', 'Serve the service’s own.'),
    ];
  const appId = `${app.iosTeamId}.${app.iosBundleId}`;
  const own = read.data.applinks.details.filter(
    ({ appID, appIDs }) => appID === appId || appIDs?.includes(appId),
  );
  return [...problems, judge(checked, appId, own)];
}

type Details = z.output<typeof association>['applinks']['details'];

function judge(checked: CheckedLink, appId: string, own: Details): LinkCheck {
  const path = new URL(checked.url).pathname;
  if (own.length === 0)
    return error(
      ABOUT,
      `apple-app-site-association does not name ${appId}`,
      fixUnnamedApp(checked, 'apple-app-site-association'),
    );
  if (!own.some(({ components }) => components === undefined || componentsMatch(components, path)))
    return error(
      ABOUT,
      `apple-app-site-association names ${appId}, but not for ${path}`,
      'Add a component for the link’s path.',
    );
  return ok(ABOUT, `apple-app-site-association names ${appId} for this link; Apple reads it once a day`);
}
