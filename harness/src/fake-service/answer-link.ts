import { randomUUID } from 'node:crypto';
import { redirectTarget } from '@tributary/server/links/follow/redirect-target';
import { describeVisitor } from '@tributary/server/links/follow/visitor/visitor';
import { AppError } from '@tributary/server/platform/errors/errors';
import type { FakeLink, FakeState } from './fake-state.ts';

/** Follows a short link as the service does: records the click and redirects by the visitor's kind of device. */
export function answerVisit(state: FakeState, slug: string, request: Request): Response {
  const link = state.links.get(slug);
  if (!link) throw new AppError('NOT_FOUND', 'no such link');
  const visitor = describeVisitor(request.headers.get('user-agent') ?? undefined);
  const isClick = request.method === 'GET' && visitor.machine === null;
  const clickId = isClick ? randomUUID() : null;
  const { slug: _, ...params } = Object.fromEntries(new URL(request.url).searchParams);
  if (clickId !== null) state.clicks.set(clickId, { link, params });
  const location = redirectTarget(link, visitor, clickId);
  return new Response(null, { status: 302, headers: { location, 'cache-control': 'no-store' } });
}

/** Where the link of a click leads in the app. */
export function deferredLinkOf(state: FakeState, clickId: string) {
  const click = state.clicks.get(clickId);
  if (!click) return undefined;
  const { slug, channel, campaignId, deepLinkPath, params }: FakeLink = click.link;
  return { path: deepLinkPath, params: { ...click.params, ...params }, clickId, slug, campaignId, channel };
}
