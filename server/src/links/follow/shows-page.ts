import type { LinkPage } from '../page-content/page-content.ts';
import type { Visitor } from './visitor/visitor.ts';

/**
 * Whether a visitor of a link with a page gets the page, and is not redirected: where a redirect cannot open the app, and
 * for those who fetch a preview. A rule says where its visitors go, so they go there; a preview is nobody's visit.
 */
export function showsPage({ clipboard }: LinkPage, visitor: Visitor, followsRule: boolean): boolean {
  if (visitor.machine === 'preview') return true;
  if (visitor.machine !== null || followsRule) return false;
  switch (visitor.platform) {
    case 'desktop':
      return true;
    case 'ios':
      return clipboard || visitor.inApp;
    // Its page would be a dead end: what it can do is dial.
    case 'feature_phone':
      return false;
    default:
      return visitor.inApp;
  }
}
