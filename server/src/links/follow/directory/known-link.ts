import type { LinkPage } from '../../page-content/page-content.ts';
import type { LinkSpecial } from '../../rules/link-special.ts';
import type { LinkTargets } from '../redirect-target.ts';

/** What is needed to follow a link. */
export interface KnownLink extends LinkTargets {
  readonly linkId: string;
  readonly customerId: string;
  readonly appId: string;
  readonly campaignId: string | null;
  readonly slug: string;
  readonly channel: string;
  /** False while the link is paused, or its app or account is deactivated. */
  readonly active: boolean;
  /** Whether its app is in strict privacy mode; missing for most links. */
  readonly strict?: boolean;
  /** Missing for most links. */
  readonly special?: LinkSpecial;
  /** Missing for links that redirect everyone. */
  readonly page?: LinkPage;
}
