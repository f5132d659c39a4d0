import { analyticsRouter } from './analytics/analytics-router.ts';
import { createApp } from './apps/create-app.ts';
import { explainAttribution } from './attribution/explain-attribution.ts';
import { createCampaign } from './campaigns/create-campaign.ts';
import { listCampaigns } from './campaigns/list-campaigns.ts';
import { updateCampaign } from './campaigns/update-campaign.ts';
import { checkEvent } from './ingest/check-event.ts';
import { createDeepLink } from './links/create-deep-link.ts';
import { linkStats } from './links/link-stats.ts';
import { listLinks } from './links/list-links.ts';
import { setLinkActive } from './links/set-link-active.ts';
import { updateLink } from './links/update-link.ts';
import type { CallContext } from './session/procedure.ts';
import { createCallerFactory, router } from './session/procedure.ts';
import { createAccount } from './teams/create-account.ts';

/** Every procedure under its wire name. Both faces are made of this map, so nothing exists in one alone. */
const procedures = {
  create_account: createAccount,
  create_app: createApp,
  check_event: checkEvent,
  create_deep_link: createDeepLink,
  update_link: updateLink,
  list_links: listLinks,
  set_link_active: setLinkActive,
  link_stats: linkStats,
  explain_attribution: explainAttribution,
  create_campaign: createCampaign,
  update_campaign: updateCampaign,
  list_campaigns: listCampaigns,
};

/** The typed face has the analytics resources beside them; those have an endpoint of their own instead of a REST face. */
export const appRouter = router({ ...procedures, analytics: analyticsRouter });

/** What `@trpc/client` is typed with. */
export type AppRouter = typeof appRouter;

export type ProcedureName = keyof typeof procedures;

type RpcCaller = Record<ProcedureName, (args: Record<string, unknown>) => Promise<unknown>>;

const createCaller = createCallerFactory(router(procedures));

/** Calls procedures by name with arguments that nobody has checked yet: each procedure's own input does. */
export function createRpcCaller(context: CallContext): RpcCaller {
  return createCaller(context) as unknown as RpcCaller;
}

export function isProcedure(name: string): name is ProcedureName {
  return Object.hasOwn(procedures, name);
}
