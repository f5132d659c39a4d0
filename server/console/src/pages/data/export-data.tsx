import { useState } from 'react';
import { reachService } from '../../http/reach-service.ts';
import { refusalOf } from '../../http/refusal-of.ts';
import { saveBlob } from '../../parts/download.ts';
import { Field } from '../../parts/field.tsx';
import { Form } from '../../parts/form.tsx';
import { credentials } from '../../session/session.ts';
import { formatNumber } from '../../values/format.ts';

/** Writes everything into one file, and says how far it is. */
export function ExportData() {
  const [bytes, setBytes] = useState<number | null>(null);
  const [isDone, setDone] = useState(false);
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
          setDone(false);
          saveBlob('tributary-export.json', await fetchExport(max_rows, setBytes));
          setDone(true);
        }}
        beside={
          bytes !== null && (
            <span role="status">
              {isDone ? 'Saved' : 'So far'}: {formatNumber(Math.ceil(bytes / 1000))} kB
            </span>
          )
        }
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

/** Fetches the export over REST, whose body may be read as it arrives. @throws ServiceError */
async function fetchExport(maxRows: string, onBytes: (bytes: number) => void): Promise<Blob> {
  const response = await reachService('/rest/v1/rpc/export_my_account_data', {
    method: 'POST',
    headers: { ...credentials(), 'content-type': 'application/json' },
    body: JSON.stringify(maxRows === '' ? {} : { p_max_rows: Number(maxRows) }),
  });
  if (!response.ok || !response.body) throw await refusalOf(response);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  const reader = response.body.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    parts.push(read.value as Uint8Array<ArrayBuffer>);
    bytes += read.value.length;
    onBytes(bytes);
  }
  return new Blob(parts, { type: 'application/json' });
}
