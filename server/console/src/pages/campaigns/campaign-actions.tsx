import { useAccount } from '../../account/account.tsx';
import { mayHave } from '../../account/role.ts';
import { useChange } from '../../client/use-change.ts';
import { ConfirmDialog } from '../../parts/forms/confirm-dialog.tsx';
import { Field, SelectField } from '../../parts/forms/field.tsx';
import { FormDialog } from '../../parts/forms/form-dialog.tsx';
import { CHANNELS, channelOf } from '../../values/channels.ts';
import type { Campaign } from './campaign.ts';

/** What a marketer may do with a campaign. */
export function CampaignActions({ campaign }: { campaign: Campaign }) {
  const { role } = useAccount();
  const update = useChange('update_campaign', ['list_campaigns', 'analytics.roas']);
  if (!mayHave(role, 'marketer')) return null;
  if (campaign.archived)
    return (
      <button
        type="button"
        disabled={update.isPending}
        onClick={() => update.mutate({ p_campaign_id: campaign.id, p_archived: false })}
      >
        Restore
      </button>
    );
  return (
    <div className="actions">
      <ChangeCampaign campaign={campaign} />
      <ConfirmDialog
        button="Archive"
        title={`Archive “${campaign.name}”?`}
        confirm="Archive"
        onConfirm={() => update.mutateAsync({ p_campaign_id: campaign.id, p_archived: true })}
      >
        <p>Its links keep working and its figures stay. It can be restored.</p>
      </ConfirmDialog>
    </div>
  );
}

function ChangeCampaign({ campaign }: { campaign: Campaign }) {
  const update = useChange('update_campaign', ['list_campaigns', 'analytics.roas']);
  return (
    <FormDialog
      button="Change"
      title={`Change “${campaign.name}”`}
      submit="Save"
      onSubmit={({ name = '', channel }) =>
        update.mutateAsync({
          p_campaign_id: campaign.id,
          p_name: name,
          p_channel: channelOf(channel) ?? null,
        })
      }
    >
      <Field label="Name" name="name" defaultValue={campaign.name} required maxLength={200} />
      <SelectField
        label="Channel"
        name="channel"
        defaultValue={campaign.channel ?? ''}
        hint="What new links of it get. Those that are there keep theirs."
        options={[...(campaign.channel === null ? [{ id: '', name: 'None' }] : []), ...CHANNELS]}
      />
    </FormDialog>
  );
}
