import { Link } from '@tanstack/react-router';
import { useAccount } from '../../account/account.tsx';
import { mayHave } from '../../account/role.ts';
import { useList } from '../../client/use-list.ts';
import { Card } from '../../parts/card.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Page } from '../../parts/page.tsx';
import { CampaignChoice, useCampaign } from '../campaigns/campaign-choice.tsx';
import { LinkTable } from './link-table.tsx';
import { NewLink } from './new-link.tsx';

/** The short links of the apps. */
export function LinksPage() {
  const { app, apps, role } = useAccount();
  const campaign = useCampaign();
  const campaigns = useList('list_campaigns', app ? { p_app_id: app.id } : {});
  const links = useList('list_links', { p_app_id: app?.id ?? null, p_campaign_id: campaign });
  if (apps.length === 0)
    return (
      <Page title="Links">
        <EmptyState action={<Link to={'/setup' as never}>Make an app</Link>}>
          A link belongs to an app, and there is none yet.
        </EmptyState>
      </Page>
    );
  return (
    <Page
      title="Links"
      intro="Each click on a link is recorded, and may be what an install is attributed to."
    >
      <Card title="Links" actions={<CampaignChoice />}>
        <Loaded of={links}>
          {(items) =>
            items.length === 0 ? (
              <EmptyState>
                There is no link here yet. Make one below and put it wherever people see it.
              </EmptyState>
            ) : (
              <LinkTable links={items} more={links.more} />
            )
          }
        </Loaded>
      </Card>
      {mayHave(role, 'marketer') && (
        <Card title="Make a link">
          <NewLink campaigns={campaigns.data ?? []} />
        </Card>
      )}
    </Page>
  );
}
