import { type ReactNode, useState } from 'react';
import { useAccount } from '../../account/account.tsx';
import { mayHave } from '../../account/role.ts';
import { useNameOfApp } from '../../account/use-name-of-app.ts';
import type { OutputOf } from '../../client/procedures.ts';
import { useChange } from '../../client/use-change.ts';
import { toServiceError } from '../../http/service-error.ts';
import type { Column } from '../../parts/column.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { saveBlob } from '../../parts/download.ts';
import { ConfirmDialog } from '../../parts/forms/confirm-dialog.tsx';
import { formatNumber } from '../../values/format.ts';
import { Count, State, Time } from '../../values/values.tsx';
import { fetchErrors, type Importer } from './send-import.ts';

type Job = OutputOf<'list_import_jobs'>['items'][number];

interface JobTableProps {
  readonly importer: Importer;
  /** As a person reads a platform. */
  readonly sources: readonly { readonly id: string; readonly name: string }[];
  /** What else there is to do with a job, for developers. */
  readonly actions?: (job: Job) => ReactNode;
  readonly jobs: readonly Job[];
  readonly more: (() => void) | undefined;
}

const TONES: Readonly<Record<string, 'good' | 'bad' | 'warn' | 'quiet'>> = {
  pending: 'quiet',
  processing: 'warn',
  completed: 'good',
  failed: 'bad',
};

/** Imports with their progress. */
export function JobTable({ importer, sources, actions, jobs, more }: JobTableProps) {
  const nameOfApp = useNameOfApp();
  const { role } = useAccount();
  const nameOf = (source: string) => sources.find(({ id }) => id === source)?.name ?? source;
  const columns: Column<Job>[] = [
    {
      key: 'started_at',
      title: 'Started',
      value: ({ started_at }) => started_at,
      cell: ({ started_at }) => <Time at={Date.parse(started_at)} />,
    },
    { key: 'app', title: 'App', value: ({ app_id }) => nameOfApp(app_id) },
    { key: 'source', title: 'From', value: ({ source_platform }) => nameOf(source_platform) },
    {
      key: 'status',
      title: 'State',
      value: ({ status }) => status,
      cell: (job) => <JobState of={job} />,
    },
    {
      key: 'imported_rows',
      title: 'Imported',
      isNumber: true,
      value: ({ imported_rows }) => imported_rows,
      cell: ({ imported_rows }) => <Count value={imported_rows} />,
    },
    {
      key: 'rejected_rows',
      title: 'Rejected',
      isNumber: true,
      value: ({ rejected_rows }) => rejected_rows,
      cell: ({ rejected_rows }) => <Count value={rejected_rows} />,
    },
  ];
  if (mayHave(role, 'developer'))
    columns.push({
      key: 'actions',
      title: 'Actions',
      cell: (job) => <Actions importer={importer} job={job} more={actions?.(job)} />,
    });
  return (
    <DataTable name="imports" rows={jobs} columns={columns} keyOf={({ job_id }) => job_id} more={more} />
  );
}

function JobState({ of: { status, progress_pct, failure_reason, processed_rows, total_rows } }: { of: Job }) {
  return (
    <>
      <State word={status} tone={TONES[status] ?? 'quiet'} />
      {status === 'processing' && (
        <label>
          <span className="hidden-label">Progress</span>
          <progress max={100} value={progress_pct} /> {formatNumber(processed_rows)} of{' '}
          {formatNumber(total_rows)}
        </label>
      )}
      {failure_reason && <p className="hint">{failure_reason}</p>}
    </>
  );
}

interface ActionsProps {
  readonly importer: Importer;
  readonly job: Job;
  readonly more: ReactNode;
}

function Actions({ importer, job: { job_id, status, rejected_rows }, more }: ActionsProps) {
  const cancel = useChange('cancel_import_job', ['list_import_jobs']);
  return (
    <div className="actions">
      {rejected_rows > 0 && <ErrorsAsCsv importer={importer} jobId={job_id} />}
      {more}
      {(status === 'pending' || status === 'processing') && (
        <ConfirmDialog
          button="Cancel it"
          title="Cancel this import?"
          confirm="Cancel it"
          onConfirm={() => cancel.mutateAsync({ p_job_id: job_id })}
        >
          <p>What has been imported stays; the rest of the file is not.</p>
        </ConfirmDialog>
      )}
    </div>
  );
}

function ErrorsAsCsv({ importer, jobId }: { importer: Importer; jobId: string }) {
  const [error, setError] = useState<string | null>(null);
  const save = async () => {
    setError(null);
    try {
      saveBlob(`import-errors-${jobId}.csv`, await fetchErrors(importer, jobId));
    } catch (thrown) {
      setError(toServiceError(thrown).message);
    }
  };
  return (
    <>
      <button type="button" onClick={() => void save()}>
        Errors as CSV
      </button>
      {error && (
        <p className="form-error" role="alert">
          {error}
        </p>
      )}
    </>
  );
}
