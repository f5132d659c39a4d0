import { useChange } from '../../client/use-change.ts';
import { ConfirmDialog } from '../../parts/forms/confirm-dialog.tsx';
import type { LinkItem } from '../links/link-item.ts';

/** Pauses or resumes a link. */
export function PauseLink({ link }: { link: LinkItem }) {
  const set = useChange('set_link_active', ['list_links']);
  if (!link.active)
    return (
      <button
        type="button"
        disabled={set.isPending}
        onClick={() => set.mutate({ p_link_id: link.id, p_active: true })}
      >
        Resume
      </button>
    );
  return (
    <ConfirmDialog
      button="Pause"
      title={`Pause /${link.slug}?`}
      confirm="Pause"
      onConfirm={() => set.mutateAsync({ p_link_id: link.id, p_active: false })}
    >
      <p>Visitors get the service’s own page, and no click is recorded. It can be resumed at any time.</p>
    </ConfirmDialog>
  );
}
