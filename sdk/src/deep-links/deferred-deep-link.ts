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
 * Finds the link behind an install and calls the listener at most once per installation: by the click id in the
 * install's referrer, or else by the click that the install was attributed to, once that is decided.
 */
export async function lookUpDeepLink(
  parts: AskParts & InstallStore,
  listener: DeferredDeepLinkListener,
): Promise<void> {
  const install = await readInstall(parts);
  if (!install || install.done) return;
  const { status = 0, text = '' } = (await askAboutInstall(parts, 'deep-link', install)) ?? {};
  const link = status === 200 ? parseObject(text) : undefined;
  if (!link && status !== 204 && (status !== 404 || !install.clickId)) return;
  // Stored first: a listener that ends the process must not be called again.
  await settleInstall(parts, install);
  if (link) listener(toDeepLink(link));
}

function toDeepLink(body: Record<string, unknown>): DeferredDeepLink {
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
