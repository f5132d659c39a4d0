import { useAccount } from '../../account/account.tsx';
import { useScope } from '../../account/use-scope.ts';
import { useSetSearch } from '../../address/view-search.ts';
import { useList } from '../../client/use-list.ts';
import { Card } from '../../parts/card.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Page } from '../../parts/page.tsx';
import { PageLink } from '../../parts/page-link.tsx';
import { AttributionFilters, useAttributionFilters } from './attribution-filters.tsx';
import { AttributionTable } from './attribution-table.tsx';

/** Every decision about an install, with what led to it. */
export function AttributionPage() {
  const { apps } = useAccount();
  const { app_id, team_id, date_from, date_to } = useScope();
  const filters = useAttributionFilters();
  const decisions = useList(
    'list_attributions',
    {
      p_app_id: app_id,
      p_team_id: team_id,
      p_date_from: date_from,
      p_date_to: date_to,
      ...filters,
    },
    { enabled: apps.length > 0 },
  );
  if (apps.length === 0)
    return (
      <Page title="Attribution">
        <EmptyState action={<PageLink to="/setup">Make an app</PageLink>}>
          Decisions are made about installs of an app, and there is none yet.
        </EmptyState>
      </Page>
    );
  return (
    <Page title="Attribution" intro="Which click each install was attributed to, how sure that is, and why.">
      <Card title="Decisions" actions={<AttributionFilters />}>
        <Loaded of={decisions}>
          {(rows) =>
            rows.length === 0 ? (
              <NoneFits isNarrowed={Object.values(filters).some((value) => value !== null)} />
            ) : (
              <AttributionTable decisions={rows} more={decisions.more} />
            )
          }
        </Loaded>
      </Card>
    </Page>
  );
}

const FILTERS = ['campaign', 'channel', 'model', 'min', 'flagged', 'country'];

function NoneFits({ isNarrowed }: { isNarrowed: boolean }) {
  const setSearch = useSetSearch();
  if (!isNarrowed)
    return (
      <EmptyState>No install in these days. Choose others above, or start the SDK in your app.</EmptyState>
    );
  const clear = () => setSearch(Object.fromEntries(FILTERS.map((name) => [name, null])), true);
  return (
    <EmptyState
      action={
        <button type="button" onClick={clear}>
          Clear the filters
        </button>
      }
    >
      No install fits this. Choose other days above, or fewer filters.
    </EmptyState>
  );
}
