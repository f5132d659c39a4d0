import type { OutputOf } from '../client/procedures.ts';
import { useRead } from '../client/use-read.ts';
import type { Column } from '../parts/column.ts';
import { DataTable } from '../parts/data-table.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { State, Time } from '../values/values.tsx';
import type { Band } from './band.ts';
import { ReliabilityChart } from './reliability-chart.tsx';

type Calibrated = OutputOf<'likeness_calibration'>;

/** How right likeness is among an app’s own installs that name their click, by the confidence that it gives. */
export function Calibration({ appId }: { appId: string }) {
  const read = useRead('likeness_calibration', { p_app_id: appId });
  return <Loaded of={read}>{(calibrated) => <Report of={calibrated} />}</Loaded>;
}

function Report({ of: { report, table, reported_at, misfits } }: { of: Calibrated }) {
  if (report === null || reported_at === null)
    return <EmptyState>The first report on the app is made within a day.</EmptyState>;
  if (report.installs === 0)
    return (
      <EmptyState>
        No install of the last 30 days names its click. Only such installs show how right likeness is.
      </EmptyState>
    );
  return (
    <>
      <p>
        Of {report.installs} installs that name their click, likeness alone would find {report.named},{' '}
        {report.right} of them rightly; {report.reachable} came from the network of their click. Table {table}{' '}
        of confidence, <Time at={reported_at} />.
      </p>
      {misfits.map((misfit) => (
        <p key={misfit}>
          <State word="the table does not fit" tone="warn" /> {misfit}.
        </p>
      ))}
      {report.bands.length > 0 && (
        <>
          <ReliabilityChart of={report.bands} />
          <p className="hint">
            Across what was said, upwards what was right: on the line, confidence is what it says.
          </p>
          <DataTable
            name="calibration"
            rows={report.bands}
            columns={COLUMNS}
            keyOf={({ from }) => String(from)}
          />
        </>
      )}
    </>
  );
}

const shareOf = ({ right, installs }: Band) => Math.round((1000 * right) / installs) / 10;

const COLUMNS: Column<Band>[] = [
  {
    key: 'confidence',
    title: 'Confidence',
    value: ({ from }) => from,
    cell: ({ from, to }) => `${from} to ${to}`,
  },
  { key: 'installs', title: 'Installs', isNumber: true, value: ({ installs }) => installs },
  { key: 'said', title: 'Said, of 100', isNumber: true, value: ({ said }) => Math.round(10 * said) / 10 },
  { key: 'right', title: 'Right, of 100', isNumber: true, value: shareOf },
];
