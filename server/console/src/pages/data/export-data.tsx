import { useState } from 'react';
import { reachService } from '../../http/reach-service.ts';
import { refusalOf } from '../../http/refusal-of.ts';
import { saveBlob } from '../../parts/download.ts';
import { Field } from '../../parts/forms/field.tsx';
import { Form } from '../../parts/forms/form.tsx';
import { credentials } from '../../session/session.ts';
import { formatNumber } from '../../values/format.ts';

/** Writes everything into one file, and says how far it is. */
export function ExportData() {
  const [progress, setProgress] = useState<Progress | null>(null);
  return (
    <>
      <p>
        One JSON file with every table: apps, links, events, installs with their decisions, payments, and the
        rest. It holds no secrets. A table with more rows than the number below is cut there; the file says
        so.
      </p>
      <Form
        submit="Export"
        onSubmit={async ({ max_rows = '' }) => {
          setProgress({ bytes: 0, size: null, isSaved: false });
          try {
            saveBlob('tributary-export.json', await fetchExport(max_rows, setProgress));
          } catch (error) {
            setProgress(null);
            throw error;
          }
        }}
        beside={progress && <ProgressLine of={progress} />}
      >
        <Field
          label="Rows of each table, at most"
          name="max_rows"
          type="number"
          min={1}
          max={200_000}
          defaultValue={50_000}
        />
      </Form>
    </>
  );
}

interface Progress {
  readonly bytes: number;
  /** Of the whole file; null while the service writes it. */
  readonly size: number | null;
  readonly isSaved: boolean;
}

/** How far it is: the bar moves with each piece, and what is read aloud is the words alone. */
function ProgressLine({ of: { bytes, size, isSaved } }: { of: Progress }) {
  const kilobytes = (count: number) => `${formatNumber(Math.ceil(count / 1000))} kB`;
  if (isSaved) return <span role="status">Saved: {kilobytes(bytes)}</span>;
  if (size === null) return <span role="status">The service is writing it…</span>;
  return (
    <>
      <span role="status">Fetching {kilobytes(size)}</span>
      <progress max={size} value={bytes} aria-label="Fetched" /> {kilobytes(bytes)}
    </>
  );
}

/** Fetches the export over REST, whose body may be read as it arrives. @throws ServiceError */
async function fetchExport(maxRows: string, onProgress: (progress: Progress) => void): Promise<Blob> {
  const response = await reachService('/rest/v1/rpc/export_my_account_data', {
    method: 'POST',
    headers: { ...credentials(), 'content-type': 'application/json' },
    body: JSON.stringify(maxRows === '' ? {} : { p_max_rows: Number(maxRows) }),
  });
  if (!response.ok || !response.body) throw await refusalOf(response);
  const size = Number(response.headers.get('content-length')) || null;
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  const reader = response.body.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    parts.push(read.value as Uint8Array<ArrayBuffer>);
    bytes += read.value.length;
    onProgress({ bytes, size, isSaved: false });
  }
  onProgress({ bytes, size, isSaved: true });
  return new Blob(parts, { type: 'application/json' });
}
