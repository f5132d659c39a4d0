import { useSetSearch, useViewSearch } from '../../address/view-search.ts';
import { useList } from '../../client/use-list.ts';
import { Card } from '../../parts/card.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Page } from '../../parts/page.tsx';
import { AuditTable } from './audit-table.tsx';

/** Who changed what, and when. */
export function AuditPage() {
  const { by = '', target = '' } = useViewSearch();
  const setSearch = useSetSearch();
  const entries = useList('list_audit_log', { p_user_id: by || null, p_target_id: target || null });
  const isNarrowed = by !== '' || target !== '';
  return (
    <Page
      title="Audit log"
      intro="Every change of the account’s state, the newest first. Nobody can change it."
    >
      <Card
        title={isNarrowed ? 'Changes by one person, or of one thing' : 'Changes'}
        actions={
          isNarrowed && (
            <button type="button" onClick={() => setSearch({ by: null, target: null }, true)}>
              Show all
            </button>
          )
        }
      >
        <Loaded of={entries}>
          {(rows) =>
            rows.length === 0 ? (
              <EmptyState>Nothing was changed yet.</EmptyState>
            ) : (
              <AuditTable entries={rows} more={entries.more} />
            )
          }
        </Loaded>
      </Card>
    </Page>
  );
}
