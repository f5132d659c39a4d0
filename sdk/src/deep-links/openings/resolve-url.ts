import { siblingOf } from '../../config/endpoint.ts';
import type { AskParts } from '../../installs/ask-about-install.ts';
import { parseDeepLink } from '../../parsing/parse-deep-link.ts';
import { parseObject } from '../../parsing/parse-object.ts';
import type { Platform } from '../../platform/platform.ts';
import { type DeferredDeepLink, toDeepLink } from '../deferred-deep-link.ts';
import { NONE, type Opening } from './opening.ts';

const TIMEOUT_MS = 15_000;

export type ResolveParts = Pick<AskParts, 'remote' | 'apiKey' | 'delivery'> & {
  platform: Pick<Platform, 'http' | 'links'>;
};

/**
 * What a URL leads to. One with a click id passed the service, which knows the rest; one that the system has opened
 * directly did not: the service records the click then. Where nobody answers, what the URL itself says has to do.
 */
export async function resolveUrl(parts: ResolveParts, url: string): Promise<Opening> {
  const { clickId, path } = parseDeepLink(url);
  const own = clickId || path ? linkOf({ path, clickId: clickId ?? null }) : undefined;
  const isWeb = /^https?:/i.test(url) && (parts.platform.links?.isLink(url) ?? true);
  if (!clickId && !isWeb) return own ?? NONE;
  const { status = 0, text = '' } = (await ask(parts, url, clickId)) ?? {};
  const link = status === 200 ? parseObject(text) : undefined;
  if (link) return { kind: 'link', ...toDeepLink(link), isDeferred: false };
  if (own && path) return own;
  if (status === 204 || status === 404) return NONE;
  return { kind: 'error', reason: status > 0 ? 'service' : 'network' };
}

function linkOf(known: Pick<DeferredDeepLink, 'path' | 'clickId'>): Opening {
  return {
    kind: 'link',
    params: {},
    slug: null,
    campaignId: null,
    channel: null,
    ...known,
    isDeferred: false,
  };
}

async function ask({ platform, remote, apiKey, delivery }: ResolveParts, url: string, clickId?: string) {
  if (!(await delivery.gate.mayRequest())) return undefined;
  const query = clickId ? `click_id=${clickId}` : `url=${encodeURIComponent(url)}`;
  const headers = { accept: 'application/json', ...(!clickId && { 'x-service-api-key': apiKey }) };
  return platform
    .http({
      method: 'GET',
      url: `${siblingOf(remote.endpoint(), 'deep-link')}?${query}`,
      headers,
      timeoutMs: TIMEOUT_MS,
    })
    .catch(() => undefined);
}
