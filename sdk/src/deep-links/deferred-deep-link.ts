import { type AskParts, askAboutInstall } from '../installs/ask-about-install.ts';
import { type InstallStore, readInstall, settleInstall } from '../installs/install-record.ts';
import { asObject, parseObject } from '../parsing/parse-object.ts';

/** The link that led to the install. */
export interface DeferredDeepLink {
  path: string | null;
  params: Record<string, unknown>;
  clickId: string | null;
  slug: string | null;
  campaignId: string | null;
  channel: string | null;
}

export type DeferredDeepLinkListener = (link: DeferredDeepLink) => void;

/**
 * Finds the link behind an install, at most once per installation: by the click id in the install's referrer, or else by
 * the click that the install was attributed to, once that is decided. Null if there is none; undefined while it is not
 * known.
 */
export async function lookUpDeepLink(
  parts: AskParts & InstallStore,
): Promise<DeferredDeepLink | null | undefined> {
  const install = await readInstall(parts);
  if (!install || install.done) return install && null;
  const { status = 0, text = '' } = (await askAboutInstall(parts, 'deep-link', install)) ?? {};
  const link = status === 200 ? parseObject(text) : undefined;
  if (!link && status !== 204 && (status !== 404 || !install.clickId)) return undefined;
  // Stored first: a listener that ends the process must not be called again.
  await settleInstall(parts, install);
  return link ? toDeepLink(link) : null;
}

/** The link in an answer of the service. */
export function toDeepLink(body: Record<string, unknown>): DeferredDeepLink {
  const text = (name: string) => (typeof body[name] === 'string' ? body[name] : null);
  return {
    path: text('path'),
    params: asObject(body.params) ?? {},
    clickId: text('clickId'),
    slug: text('slug'),
    campaignId: text('campaignId'),
    channel: text('channel'),
  };
}
