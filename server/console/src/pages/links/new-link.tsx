import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useAccount } from '../../account/account.tsx';
import { useChange } from '../../client/use-change.ts';
import { ServiceError } from '../../http/service-error.ts';
import { CopyText } from '../../parts/copy-text.tsx';
import { Field, SelectField } from '../../parts/field.tsx';
import { type Entered, Form } from '../../parts/form.tsx';
import { channelOf } from '../../values/channels.ts';
import { LinkFields, paramsOf } from './link-fields.tsx';

interface Made {
  readonly id: string;
  readonly url: string;
}

/** Makes a link, and hands it over to be copied. */
export function NewLink({ campaigns }: { campaigns: readonly { id: string; name: string }[] }) {
  const { app, apps } = useAccount();
  const create = useChange('create_deep_link', ['list_links']);
  const [made, setMade] = useState<Made | null>(null);
  return (
    <>
      <Form
        submit="Make the link"
        onSubmit={async (entered) => {
          const { app_id = '', slug = '', fallback_url = '' } = entered;
          setMade(
            await create.mutateAsync({
              p_app_id: app_id,
              p_slug: slug,
              p_fallback_url: fallback_url,
              p_android_url: entered.android_url || null,
              p_ios_url: entered.ios_url || null,
              p_ussd_fallback: entered.ussd_fallback || null,
              p_campaign_id: entered.campaign_id || null,
              p_channel: channelOf(entered.channel) ?? null,
              p_deep_link_path: entered.deep_link_path || null,
              p_deferred_params: readParams(entered),
            }),
          );
        }}
      >
        <SelectField label="App" name="app_id" options={app ? [app] : apps} />
        <Field label="Slug" name="slug" required hint="Its address ends in it, such as spring-sale." />
        <LinkFields campaigns={campaigns} />
      </Form>
      {made && (
        <div role="status">
          <p>
            The link is there. <Link to={`/links/${made.id}` as never}>Open its page</Link> for its QR code.
          </p>
          <CopyText text={made.url} label="Copy the link" />
        </div>
      )}
    </>
  );
}

/** The parameters of a form. @throws ServiceError at the field */
export function readParams(entered: Entered): Record<string, unknown> | null {
  try {
    return paramsOf(entered);
  } catch (error) {
    throw new ServiceError(`deferred_params: ${(error as Error).message}`, 400);
  }
}
