import type { KnownLink } from './link-directory.ts';
import { redirectTarget } from './redirect-target.ts';
import type { Visitor } from './visitor.ts';

/** Stands for the click in a target that is worked out once and used for many; no click of ours has this id. */
const ANY_CLICK = 'ffffffff-ffff-4fff-bfff-ffffffffffff';

/** The targets of a link by kind of visitor; they go with the link when it leaves the memory. */
const templates = new WeakMap<KnownLink, Map<string, string[]>>();

/** Where a click on a link leads: as redirectTarget says, worked out once for each kind of visitor. */
export function clickTarget(link: KnownLink, visitor: Visitor, clickId: string): string {
  let ofLink = templates.get(link);
  if (ofLink === undefined) {
    ofLink = new Map();
    templates.set(link, ofLink);
  }
  const kind = visitor.inApp ? `${visitor.platform} in app` : visitor.platform;
  let parts = ofLink.get(kind);
  if (parts === undefined) {
    parts = redirectTarget(link, visitor, ANY_CLICK).split(ANY_CLICK);
    ofLink.set(kind, parts);
  }
  return parts.join(clickId);
}
