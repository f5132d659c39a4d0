import { useQueryClient } from '@tanstack/react-query';
import type { App } from '../../account/account.tsx';
import type { InputOf } from '../../client/procedures.ts';
import { useChange } from '../../client/use-change.ts';
import { Field, SelectField } from '../../parts/forms/field.tsx';
import { Form } from '../../parts/forms/form.tsx';

type RevenueSource = NonNullable<InputOf<'update_app'>['p_revenue_source']>;

const SOURCES: readonly { readonly id: RevenueSource; readonly name: string }[] = [
  { id: 'both', name: 'Payments and purchases of the SDK' },
  { id: 'payments', name: 'Payments alone' },
  { id: 'events', name: 'Purchases of the SDK alone' },
];

/** An app’s name, windows of attribution, and what its revenue is taken from. */
export function AppSettings({ app }: { app: App }) {
  const queries = useQueryClient();
  const update = useChange('update_app', []);
  const { click_window_hours, probabilistic_window_hours, certificate_fingerprints = [] } = app.settings;
  return (
    <Form
      submit="Save"
      onSubmit={async ({
        name = '',
        revenue_source,
        click = '',
        likeness = '',
        fingerprints = '',
        ...ios
      }) => {
        await update.mutateAsync({
          p_app_id: app.id,
          p_name: name,
          p_revenue_source: SOURCES.find(({ id }) => id === revenue_source)?.id ?? null,
          p_ios_bundle_id: ios.ios_bundle_id ?? null,
          p_ios_team_id: ios.ios_team_id ?? null,
          p_app_store_id: ios.app_store_id ?? null,
          p_app_store_provider_token: ios.app_store_provider_token ?? null,
          p_ios_clipboard: ios.ios_clipboard === 'on',
          p_description: ios.description ?? null,
          p_image_url: ios.image_url ?? null,
          p_settings: {
            ...app.settings,
            ...(click !== '' && { click_window_hours: Number(click) }),
            ...(likeness !== '' && { probabilistic_window_hours: Number(likeness) }),
            certificate_fingerprints: fingerprints.split(/[\s,]+/).filter(Boolean),
          },
        });
        await queries.invalidateQueries();
      }}
      beside={update.isSuccess && <span role="status">Saved.</span>}
    >
      <Field label="Name" name="name" defaultValue={app.name} required maxLength={200} />
      <SelectField
        label="Revenue is taken from"
        name="revenue_source"
        defaultValue={app.revenue_source}
        options={SOURCES}
        hint="With both, an order that arrives as a payment and as a purchase counts twice."
      />
      <Field
        label="Hours from a click to its install, at most"
        name="click"
        type="number"
        min={1}
        defaultValue={click_window_hours}
      />
      <Field
        label="The same where a click is found by likeness"
        name="likeness"
        type="number"
        min={1}
        defaultValue={probabilistic_window_hours}
      />
      <Field
        label="Fingerprints of the app’s certificates"
        name="fingerprints"
        defaultValue={certificate_fingerprints.join(' ')}
        hint="SHA-256, with blanks between them: Android then opens links in the app."
      />
      <IosFields app={app} />
      <PageFields app={app} />
    </Form>
  );
}

/** What the app is on iOS. */
function IosFields({ app }: { app: App }) {
  return (
    <>
      <Field
        label="Bundle id on iOS"
        name="ios_bundle_id"
        defaultValue={app.ios_bundle_id ?? ''}
        hint="With the team id, iPhones open links in the app."
      />
      <Field
        label="Team id at Apple"
        name="ios_team_id"
        defaultValue={app.ios_team_id ?? ''}
        maxLength={10}
      />
      <Field
        label="App Store id"
        name="app_store_id"
        defaultValue={app.app_store_id ?? ''}
        inputMode="numeric"
        hint="Its digits: links then lead iPhones to the app’s page in the store, and have a landing page."
      />
      <Field
        label="Provider token of the App Store"
        name="app_store_provider_token"
        defaultValue={app.app_store_provider_token ?? ''}
        hint="App Store Connect then counts the visits that links bring, by campaign."
      />
      <SelectField
        label="Code on the clipboard of iPhones"
        name="ios_clipboard"
        defaultValue={app.ios_clipboard ? 'on' : 'off'}
        options={[
          { id: 'off', name: 'Off' },
          { id: 'on', name: 'On: the landing page copies it at a tap' },
        ]}
        hint="With it the app finds the click of its install, which the App Store does not pass on."
      />
    </>
  );
}

/** What landing pages and previews of its links show that say nothing themselves. */
function PageFields({ app }: { app: App }) {
  return (
    <>
      <Field
        label="Text of landing pages"
        name="description"
        maxLength={300}
        defaultValue={app.description ?? ''}
        hint="Where a link has none of its own."
      />
      <Field
        label="Image of landing pages"
        name="image_url"
        type="url"
        defaultValue={app.image_url ?? ''}
        hint="An https address, where a link has none of its own."
      />
    </>
  );
}
