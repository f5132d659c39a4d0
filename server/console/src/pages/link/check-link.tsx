import type { OutputOf } from '../../client/procedures.ts';
import { useChange } from '../../client/use-change.ts';
import type { Column } from '../../parts/column.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { ErrorState } from '../../parts/error-state.tsx';
import { State } from '../../values/values.tsx';

type Check = OutputOf<'check_link'>['checks'][number];

const PLATFORM_NAMES: Record<Check['platform'], string> = {
  all: 'Everyone',
  android: 'Android',
  ios: 'iPhone',
  desktop: 'Computer or iPad',
  feature_phone: 'Feature phone',
  preview: 'Messengers',
};

const CHECK_NAMES: Record<Check['check'], string> = {
  state: 'Is it followed',
  leads_to: 'Leads to',
  association: 'Opens the app',
  store_page: 'Page in the store',
  clipboard: 'Code on the clipboard',
  fallback: 'Fallback',
  image: 'Image',
};

const TONES = { ok: 'good', warning: 'warn', error: 'bad' } as const;

/** The worst come first. */
const ORDER = ['error', 'warning', 'ok'] as const;

const COLUMNS: Column<Check>[] = [
  { key: 'platform', title: 'Who', value: ({ platform }) => PLATFORM_NAMES[platform] },
  { key: 'check', title: 'What', value: ({ check }) => CHECK_NAMES[check] },
  {
    key: 'status',
    title: 'Status',
    value: ({ status }) => status,
    cell: ({ status }) => <State word={status} tone={TONES[status]} />,
  },
  { key: 'detail', title: 'Found', value: ({ detail }) => detail },
  { key: 'fix', title: 'What to do', value: ({ fix }) => fix ?? '' },
];

/** Looks at a link as phones and their makers do. */
export function CheckLink({ linkId }: { linkId: string }) {
  const check = useChange('check_link', []);
  const found = check.data?.checks.toSorted((a, b) => ORDER.indexOf(a.status) - ORDER.indexOf(b.status));
  return (
    <>
      <p className="hint">
        What each platform would do with the link, and whether the app’s files, the stores and the pages are
        there.
      </p>
      <button type="button" disabled={check.isPending} onClick={() => check.mutate({ p_link_id: linkId })}>
        {found ? 'Check again' : 'Check the link'}
      </button>
      {check.isError && (
        <ErrorState error={check.error} onRetry={() => check.mutate({ p_link_id: linkId })} />
      )}
      <div role="status">
        {found && (
          <DataTable
            name="checks"
            rows={found}
            columns={COLUMNS}
            keyOf={({ platform, check: what, detail }) => `${platform} ${what} ${detail}`}
          />
        )}
      </div>
    </>
  );
}
