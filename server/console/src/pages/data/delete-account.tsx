import { useQueryClient } from '@tanstack/react-query';
import { useAccount } from '../../account/account.tsx';
import { useChange } from '../../client/use-change.ts';
import { ConfirmDialog } from '../../parts/forms/confirm-dialog.tsx';

/** Deletes the account with all that is in it, once its name was typed. */
export function DeleteAccount() {
  const { account } = useAccount();
  const queries = useQueryClient();
  const remove = useChange('delete_my_account_data', []);
  if (!account) return null;
  return (
    <>
      <p>
        Its apps, links, keys and events are refused from that moment on, and everything is erased. Links that
        people have go nowhere. Export what you need first: this cannot be undone.
      </p>
      <ConfirmDialog
        button="Delete the account…"
        title={`Delete ${account.name}?`}
        confirm="Delete everything"
        typed={account.name}
        onConfirm={async () => {
          await remove.mutateAsync({ p_confirm: account.name });
          await queries.resetQueries();
        }}
      >
        <p>All apps with their links, events, installs and reports will be gone for everyone.</p>
      </ConfirmDialog>
    </>
  );
}
