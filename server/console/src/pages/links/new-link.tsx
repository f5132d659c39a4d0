import { useState } from 'react';
import { useAccount } from '../../account/account.tsx';
import type { OutputOf } from '../../client/procedures.ts';
import { useChange } from '../../client/use-change.ts';
import { CopyText } from '../../parts/copy-text.tsx';
import { Field, SelectField } from '../../parts/forms/field.tsx';
import { Form } from '../../parts/forms/form.tsx';
import { PageLink } from '../../parts/page-link.tsx';
import { linkArguments } from './link-arguments.ts';
import { LinkFields } from './link-fields.tsx';
import { useAppOf } from './use-app-of.ts';

interface Made {
  readonly id: string;
  readonly url: string;
}

interface NewLinkProps {
  readonly campaigns: readonly { readonly id: string; readonly name: string }[];
  readonly domains: OutputOf<'list_domains'>['items'];
}

/** Makes a link, and hands it over to be copied. */
export function NewLink({ campaigns, domains }: NewLinkProps) {
  const { app, apps } = useAccount();
  const create = useChange('create_deep_link', ['list_links']);
  const appOf = useAppOf();
  const [made, setMade] = useState<Made | null>(null);
  return (
    <>
      <Form
        submit="Make the link"
        onSubmit={async (entered) => {
          const { app_id = '', slug = '' } = entered;
          setMade(await create.mutateAsync({ p_app_id: app_id, p_slug: slug, ...linkArguments(entered) }));
        }}
      >
        <LinkFields campaigns={campaigns} domains={domains} appOf={appOf}>
          <SelectField label="App" name="app_id" options={app ? [app] : apps} />
          <Field
            label="Slug"
            name="slug"
            required
            pattern="[a-z0-9_\-]{3,64}"
            title="3 to 64 of a-z, 0-9, - and _"
            hint="Its address ends in it, such as spring-sale: 3 to 64 of a-z, 0-9, - and _."
          />
        </LinkFields>
      </Form>
      {made && (
        <div role="status">
          <p>
            The link is there. <PageLink to={`/links/${made.id}`}>Open its page</PageLink> for its QR code.
          </p>
          <CopyText text={made.url} label="Copy the link" />
        </div>
      )}
    </>
  );
}
