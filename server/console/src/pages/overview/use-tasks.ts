import { useAccount } from '../../account/account.tsx';
import type { NeededRole } from '../../account/role.ts';
import { useReportScope } from '../../account/use-report-scope.ts';
import type { PagePath } from '../../address/page-path.ts';
import { useRead } from '../../client/use-read.ts';
import { useEventsSoFar } from '../setup/use-events-so-far.ts';
import { taskInputs } from './overview-questions.ts';

/** Something that an account sets up once. */
export interface Task {
  readonly title: string;
  /** What it is for, in a sentence. */
  readonly why: string;
  /** The page where it is done. */
  readonly path: PagePath;
  /** Who may do it. */
  readonly role: NeededRole;
  readonly isDone: boolean;
}

/** What there is to be set up, for the app at hand or for all of them; undefined while it is not known. */
export function useTasks(): readonly Task[] | undefined {
  const { app } = useAccount();
  const inputs = taskInputs(app);
  const installs = useRead('analytics.installs', useReportScope());
  const hasInstalls = installs.data?.days.some(({ total }) => total > 0);
  // A year of events is much to read; the overview has the installs anyway.
  const events = useEventsSoFar(app?.id ?? null, { enabled: hasInstalls === false });
  const hasEvents = hasInstalls || (events.data && events.data.events.length > 0);
  const links = useRead('list_links', inputs.links);
  const webhooks = useRead('list_payment_webhooks', inputs.webhooks);
  const networks = useRead('list_ad_network_configs', inputs.networks);
  if (hasEvents === undefined || !links.data || !webhooks.data || !networks.data) return undefined;
  return [
    {
      title: 'A first event',
      why: 'The code for your app, and the event as it arrives.',
      path: '/setup',
      role: 'viewer',
      isDone: hasEvents,
    },
    {
      title: 'A link',
      why: 'Its clicks are what installs are attributed to.',
      path: '/links',
      role: 'marketer',
      isDone: links.data.items.length > 0,
    },
    {
      title: 'A payment webhook',
      why: 'Your payment provider reports what was paid, and refunded.',
      path: '/webhooks',
      role: 'developer',
      isDone: webhooks.data.items.some(({ state }) => state === 'active'),
    },
    {
      title: 'An ad network',
      why: 'It is told of the installs and purchases that it brought.',
      path: '/postbacks',
      role: 'developer',
      isDone: networks.data.items.length > 0,
    },
  ];
}
