import { useAccount } from '../../account/account.tsx';
import { useChange } from '../../client/use-change.ts';
import { Field, SelectField } from '../../parts/forms/field.tsx';
import { Form } from '../../parts/forms/form.tsx';
import { CHANNELS, channelOf } from '../../values/channels.ts';

/** Makes a campaign, of one app or of all. */
export function NewCampaign() {
  const { app, apps } = useAccount();
  const create = useChange('create_campaign', ['list_campaigns']);
  return (
    <Form
      submit="Make the campaign"
      isCleared
      onSubmit={({ name = '', channel, app_id }) =>
        create.mutateAsync({
          p_name: name,
          p_channel: channelOf(channel) ?? null,
          p_app_id: app_id || null,
        })
      }
    >
      <Field label="Name" name="name" required maxLength={200} />
      <SelectField
        label="Channel"
        name="channel"
        hint="What new links of it get."
        options={[{ id: '', name: 'None' }, ...CHANNELS]}
      />
      <SelectField
        label="App"
        name="app_id"
        defaultValue={app?.id ?? ''}
        options={[{ id: '', name: 'All apps' }, ...apps]}
      />
    </Form>
  );
}
