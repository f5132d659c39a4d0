import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useAccount } from '../../account/account.tsx';
import { appsAtHand } from '../../account/apps-at-hand.ts';
import { type ServiceError, toServiceError } from '../../http/service-error.ts';
import { type Importer, startImport, type Trial, tryImport, uploadImport } from './send-import.ts';
import { TrialResult } from './trial-result.tsx';

interface Tried {
  readonly jobId: string;
  /** What the job was started for; the same again takes the same job. */
  readonly startedFor: string;
  readonly file: File;
  readonly trial: Trial;
}

interface ImportFileProps {
  readonly importer: Importer;
  readonly sources: Options;
  /** More fields of the form; they are sent with the start of the job. */
  readonly children?: ReactNode;
}

/** Tries a file, shows what it would bring, and imports it if that is right. */
export function ImportFile({ importer, sources, children }: ImportFileProps) {
  const { app, apps } = useAccount();
  const queries = useQueryClient();
  const [tried, setTried] = useState<Tried | null>(null);
  const [error, setError] = useState<ServiceError | null>(null);
  const [isBusy, setBusy] = useState(false);
  const attempt = async (work: () => Promise<Tried | null>) => {
    setBusy(true);
    setError(null);
    try {
      setTried(await work());
      await queries.invalidateQueries({ queryKey: ['list_import_jobs'] });
    } catch (thrown) {
      setError(toServiceError(thrown));
    } finally {
      setBusy(false);
    }
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const file = form.get('file');
    if (!(file instanceof File)) return;
    void attempt(async () => {
      form.delete('file');
      const job = Object.fromEntries(form) as Record<string, string>;
      const startedFor = JSON.stringify(job);
      const waiting = tried?.startedFor === startedFor ? tried.jobId : null;
      const jobId = waiting ?? (await startImport(importer, job));
      return { jobId, startedFor, file, trial: await tryImport(importer, jobId, file) };
    });
  };
  return (
    <>
      <form className="form" onSubmit={onSubmit}>
        <Choose label="App" name="app_id" options={appsAtHand(apps, app)} />
        <Choose label="From" name="source_platform" options={sources} />
        {children}
        <label className="field">
          <span className="label">File</span>
          <input type="file" name="file" required accept=".csv,.tsv,.txt,.json" />
        </label>
        <p className="hint">CSV or JSON, at most 5 MB; operators import larger files by command.</p>
        {error && (
          <p className="form-error" role="alert">
            {error.message}
          </p>
        )}
        <div className="form-end">
          <button type="submit" className="primary" disabled={isBusy}>
            Try it
          </button>
        </div>
      </form>
      {tried && (
        <TrialResult
          trial={tried.trial}
          isBusy={isBusy}
          onImport={() =>
            void attempt(async () => {
              await uploadImport(importer, tried.jobId, tried.file);
              return null;
            })
          }
        />
      )}
    </>
  );
}

type Options = readonly { readonly id: string; readonly name: string }[];

interface ChooseProps {
  readonly label: string;
  readonly name: string;
  readonly options: Options;
  readonly value?: string;
}

/** A choice in the form of an import. */
export function Choose({ label, name, options, value }: ChooseProps) {
  return (
    <label className="field">
      <span className="label">{label}</span>
      <select name={name} defaultValue={value}>
        {options.map((option) => (
          <option key={option.id} value={option.id}>
            {option.name}
          </option>
        ))}
      </select>
    </label>
  );
}
