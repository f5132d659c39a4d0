import type { OutputOf } from '../../client/procedures.ts';
import { CopyText } from '../../parts/copy-text.tsx';
import { formatNumber } from '../../values/format.ts';

/** What was erased, with the number to answer the person's question by. */
export function Receipt({ of: { receipt_id, erased, complete, stays } }: { of: OutputOf<'erase_device'> }) {
  const tables = Object.entries(erased).filter(([, rows]) => rows > 0);
  return (
    <div role="status" className="receipt">
      <p>{complete ? 'Erased.' : 'Begun: the rest is erased in the background.'} The receipt:</p>
      <CopyText text={receipt_id} label="Copy the receipt" />
      <ul>
        {tables.length === 0 && <li>Nothing was held under these ids.</li>}
        {tables.map(([table, rows]) => (
          <li key={table}>
            {table.replaceAll('_', ' ')}: {formatNumber(rows)}
          </li>
        ))}
        {stays.map(({ what, rows, why }) => (
          <li key={`stays-${what}`}>
            {formatNumber(rows)} {what} stay: {why}
          </li>
        ))}
      </ul>
    </div>
  );
}
