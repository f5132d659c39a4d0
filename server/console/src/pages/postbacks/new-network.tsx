import { useState } from 'react';
import { useAccount } from '../../account/account.tsx';
import { useChange } from '../../client/use-change.ts';
import { Field, SelectField } from '../../parts/forms/field.tsx';
import { Form } from '../../parts/forms/form.tsx';
import { jsonObjectOf } from '../../parts/forms/json-object-of.ts';
import { TextArea } from '../../parts/forms/text-area.tsx';
import { CHANNELS, channelOf } from '../../values/channels.ts';
import { FORMATS, SETTINGS } from './formats.ts';

const EVENTS = [
  { id: 'install,purchase', name: 'Installs and purchases' },
  { id: 'install', name: 'Installs' },
  { id: 'purchase', name: 'Purchases' },
];

/** Sets up what a network is told, and its credential. */
export function NewNetwork({ onSecret }: { onSecret(secret: string | null): void }) {
  const { app, apps } = useAccount();
  const create = useChange('create_ad_network_config', ['list_ad_network_configs']);
  const setCredential = useChange('set_ad_network_credential', ['list_ad_network_configs']);
  const [format, setFormat] = useState(FORMATS[0]?.id ?? 'canonical');
  return (
    <Form
      submit="Set it up"
      onSubmit={async ({
        app_id = '',
        event_types = '',
        channel,
        postback_url = '',
        settings = '',
        ...rest
      }) => {
        const made = await create.mutateAsync({
          p_postback_format: format,
          p_event_types: event_types.split(',') as ('install' | 'purchase')[],
          p_app_id: app_id || null,
          p_channel: channelOf(channel) ?? null,
          p_postback_url: postback_url || null,
          p_settings: jsonObjectOf('settings', settings),
          p_label: rest.label || null,
        });
        onSecret(made.signing_secret);
        if (rest.credential)
          await setCredential.mutateAsync({ p_config_id: made.id, p_credential: rest.credential });
      }}
    >
      <SelectField
        label="Network"
        name="postback_format"
        options={FORMATS}
        value={format}
        onChange={(event) =>
          setFormat(FORMATS.find(({ id }) => id === event.target.value)?.id ?? 'canonical')
        }
      />
      <SelectField
        label="App"
        name="app_id"
        defaultValue={app?.id ?? ''}
        options={[{ id: '', name: 'All apps' }, ...apps]}
      />
      <SelectField label="It is told of" name="event_types" options={EVENTS} />
      <SelectField
        label="Channel"
        name="channel"
        options={[{ id: '', name: 'The network’s own' }, ...CHANNELS]}
        hint="Installs of which clicks it is told of."
      />
      {format === 'canonical' && (
        <Field label="Address" name="postback_url" type="url" required hint="Of your server, with https." />
      )}
      {format !== 'canonical' && (
        <>
          <TextArea
            key={format}
            label="Settings"
            name="settings"
            rows={4}
            defaultValue={SETTINGS[format] ?? '{}'}
          />
          <Field
            label="Credential"
            name="credential"
            type="password"
            autoComplete="off"
            hint="The network’s token. It is kept encrypted and never shown."
          />
        </>
      )}
      <Field label="Name" name="label" maxLength={200} />
    </Form>
  );
}
