import { useAccount } from '../../account/account.tsx';
import { mayHave } from '../../account/role.ts';
import { useList } from '../../client/use-list.ts';
import { Card } from '../../parts/card.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Page } from '../../parts/page.tsx';
import { ImportFile } from './import-file.tsx';
import { JobTable } from './job-table.tsx';
import { SOURCES } from './sources.ts';
import { whileRunning } from './while-running.ts';

/** History from another platform, so that a switch does not count old users as new. */
export function ImportsPage() {
  const { app, apps, role } = useAccount();
  const jobs = useList(
    'list_import_jobs',
    { p_app_id: app?.id ?? null, p_kind: 'history' },
    { every: whileRunning },
  );
  return (
    <Page title="Imports" intro="Installs, events and purchases of another platform, by file.">
      {mayHave(role, 'developer') && apps.length > 0 && (
        <Card title="Import a file">
          <ImportFile importer="migration-importer" sources={SOURCES} />
        </Card>
      )}
      <Card title="Imports so far">
        <Loaded of={jobs}>
          {(rows) =>
            rows.length === 0 ? (
              <EmptyState>
                Nothing has been imported.{' '}
                {mayHave(role, 'developer')
                  ? 'Try a file above: that stores nothing yet.'
                  : 'A developer does that here.'}
              </EmptyState>
            ) : (
              <JobTable jobs={rows} more={jobs.more} importer="migration-importer" sources={SOURCES} />
            )
          }
        </Loaded>
      </Card>
    </Page>
  );
}
