import type { Column } from '../../parts/column.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { formatNumber } from '../../values/format.ts';
import { Nothing } from '../../values/values.tsx';
import { LossTable } from './loss-table.tsx';
import type { RowError, Trial } from './send-import.ts';

interface TrialResultProps {
  readonly trial: Trial;
  readonly isBusy: boolean;
  onImport(): void;
}

/** What a file would bring, before anything is stored. */
export function TrialResult({ trial, isBusy, onImport }: TrialResultProps) {
  const { total_rows, would_import, would_reject, errors, not_carried_over = [] } = trial;
  const good = total_rows - would_reject;
  return (
    <div className="trial" role="status">
      <p>
        {formatNumber(total_rows)} rows: {formatNumber(good)} would be imported, {formatNumber(would_reject)}{' '}
        have errors.
      </p>
      <ul>
        {Object.entries(would_import).map(([type, rows]) => (
          <li key={type}>
            {type}: {formatNumber(rows)}
          </li>
        ))}
      </ul>
      {errors.length > 0 && (
        <DataTable
          name="errors"
          rows={errors}
          columns={COLUMNS}
          keyOf={({ row, column, reason }) => `${row} ${column} ${reason}`}
        />
      )}
      {not_carried_over.length > 0 && <LossTable losses={not_carried_over} />}
      <button type="button" className="primary" disabled={isBusy || good === 0} onClick={onImport}>
        Import {formatNumber(good)} rows
      </button>
    </div>
  );
}

const COLUMNS: Column<RowError>[] = [
  { key: 'row', title: 'Row', isNumber: true, value: ({ row }) => row },
  {
    key: 'column',
    title: 'Column',
    value: ({ column }) => column,
    cell: ({ column }) => column ?? <Nothing />,
  },
  { key: 'value', title: 'Value', value: ({ value }) => value, cell: ({ value }) => value ?? <Nothing /> },
  { key: 'reason', title: 'What is wrong', value: ({ reason }) => reason },
];
