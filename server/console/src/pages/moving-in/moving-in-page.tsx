import { useAccount } from '../../account/account.tsx';
import type { OutputOf } from '../../client/procedures.ts';
import { useList } from '../../client/use-list.ts';
import { Card } from '../../parts/card.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Page } from '../../parts/page.tsx';
import { PageLink } from '../../parts/page-link.tsx';
import { Choose, ImportFile } from '../imports/import-file.tsx';
import { JobTable } from '../imports/job-table.tsx';
import { whileRunning } from '../imports/while-running.ts';
import { JobLosses } from './job-losses.tsx';
import { SOURCES } from './sources.ts';

/** Links of another service, by file: on a domain that moves here their addresses stay. */
export function MovingInPage() {
  const { app, apps } = useAccount();
  const domains = useList('list_domains', { p_limit: 200 });
  const jobs = useList(
    'list_import_jobs',
    { p_app_id: app?.id ?? null, p_kind: 'links' },
    { every: whileRunning },
  );
  return (
    <Page
      title="Moving in"
      intro="Links of another service, by file. On a domain that moves here, their addresses stay."
    >
      {apps.length > 0 && (
        <Card title="Move links">
          <Loaded of={domains}>{(hosts) => <MoveLinks domains={hosts} />}</Loaded>
        </Card>
      )}
      <Card title="Moved so far">
        <Loaded of={jobs}>
          {(rows) =>
            rows.length === 0 ? (
              <EmptyState>No links have been moved. Try a file above: that stores nothing yet.</EmptyState>
            ) : (
              <JobTable
                jobs={rows}
                more={jobs.more}
                importer="link-importer"
                sources={SOURCES}
                actions={({ job_id, status }) => status !== 'pending' && <JobLosses jobId={job_id} />}
              />
            )
          }
        </Loaded>
      </Card>
    </Page>
  );
}

function MoveLinks({ domains }: { domains: OutputOf<'list_domains'>['items'] }) {
  const verified = domains.filter(({ status }) => status === 'verified');
  const usual = verified.find(({ is_default }) => is_default) ?? verified[0];
  return (
    <ImportFile importer="link-importer" sources={SOURCES}>
      <Choose
        label="To"
        name="domain"
        value={usual?.host ?? ''}
        options={[
          ...verified.map(({ host }) => ({ id: host, name: host })),
          { id: '', name: 'The service’s own host' },
        ]}
      />
      <p className="hint">
        Only a domain keeps the paths that links have: <PageLink to="/domains">prove it first</PageLink>, and
        let it lead here once its links are.
      </p>
    </ImportFile>
  );
}
