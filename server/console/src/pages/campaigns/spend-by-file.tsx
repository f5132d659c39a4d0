import { type FormEvent, useState } from 'react';
import type { OutputOf } from '../../client/procedures.ts';
import { useChange } from '../../client/use-change.ts';
import { type ServiceError, toServiceError } from '../../http/service-error.ts';
import { readTextFile } from './read-text-file.ts';

type Outcome = OutputOf<'upload_ad_spend'>;

/** Records the spend of a CSV file; tried first, so that a person sees what it would do. */
export function SpendByFile() {
  const upload = useChange('upload_ad_spend', ['list_ad_spend', 'analytics.roas']);
  const [text, setText] = useState<string | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [error, setError] = useState<ServiceError | null>(null);
  const send = async (data: string, isTrial: boolean) => {
    setError(null);
    try {
      setOutcome(await upload.mutateAsync({ p_source: 'csv', p_data: data, p_dry_run: isTrial }));
    } catch (thrown) {
      setOutcome(null);
      setError(toServiceError(thrown));
    }
  };
  const choose = async (event: FormEvent<HTMLInputElement>) => {
    const [file] = event.currentTarget.files ?? [];
    if (!file) return;
    const data = await readTextFile(file);
    setText(data);
    await send(data, true);
  };
  return (
    <div className="form">
      <label className="field">
        <span className="label">CSV file</span>
        <input type="file" accept=".csv,.tsv,.txt,text/csv" onChange={(event) => void choose(event)} />
      </label>
      <p className="hint">
        Columns date, amount, currency, and campaign_id or campaign_name. It is recorded as a whole or not at
        all.
      </p>
      {error && (
        <p className="form-error" role="alert">
          {error.message}
        </p>
      )}
      {outcome && <Result of={outcome} />}
      {text !== null && outcome?.dry_run && (
        <button
          type="button"
          className="primary"
          disabled={upload.isPending}
          onClick={() => void send(text, false)}
        >
          Record {outcome.rows} rows
        </button>
      )}
    </div>
  );
}

function Result({ of: { dry_run, rows, recorded, corrected, unchanged, skipped } }: { of: Outcome }) {
  return (
    <p role="status">
      {dry_run ? 'It would record' : 'Recorded'} {recorded} new and {corrected} changed of {rows} rows;{' '}
      {unchanged} stay as they are.
      {skipped.length > 0 && ` Passed over as totals: line ${skipped.map(({ line }) => line).join(', ')}.`}
    </p>
  );
}
