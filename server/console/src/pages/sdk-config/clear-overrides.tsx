import { useChange } from '../../client/use-change.ts';
import { ConfirmDialog } from '../../parts/forms/confirm-dialog.tsx';

/** Has the platform's settings hold again. */
export function ClearOverrides() {
  const clear = useChange('clear_sdk_config', ['get_sdk_config']);
  return (
    <ConfirmDialog
      button="Remove all"
      title="Remove the account’s settings?"
      confirm="Remove"
      onConfirm={() => clear.mutateAsync({})}
    >
      <p>SDKs get the platform’s settings from their next start on.</p>
    </ConfirmDialog>
  );
}
