import { useQueryClient } from '@tanstack/react-query';
import { useChange } from '../client/use-change.ts';
import { useRead } from '../client/use-read.ts';
import { ConfirmDialog } from '../parts/forms/confirm-dialog.tsx';

/** Lets an app take the confidence of likeness from a table of its own, or from the service’s again. */
export function ChooseTable({ appId }: { appId: string }) {
  const { data } = useRead('likeness_calibration', { p_app_id: appId });
  const queries = useQueryClient();
  const refit = useChange('refit_likeness', []);
  if (!data?.report) return null;
  const choose = async (p_table: 'own' | 'shipped') => {
    await refit.mutateAsync({ p_app_id: appId, p_table });
    await queries.invalidateQueries();
  };
  return (
    <p>
      {data.report.own_shares === null ? (
        'There are too few installs for a table of its own.'
      ) : (
        <ConfirmDialog
          button="Take a table of its own"
          title="Take the confidence of likeness from this report?"
          confirm="Take it"
          onConfirm={() => choose('own')}
        >
          <p>Decisions to come get their confidence from it; past ones stay as they are. It can be undone.</p>
        </ConfirmDialog>
      )}{' '}
      {data.chosen === 'own' && (
        <button type="button" disabled={refit.isPending} onClick={() => void choose('shipped')}>
          Take the service’s table again
        </button>
      )}
    </p>
  );
}
