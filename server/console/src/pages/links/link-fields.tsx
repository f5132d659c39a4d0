import { type ReactNode, useRef, useState } from 'react';
import type { App } from '../../account/account.tsx';
import type { OutputOf } from '../../client/procedures.ts';
import { Field, SelectField } from '../../parts/forms/field.tsx';
import { FieldGroup } from '../../parts/forms/field-group.tsx';
import { type Entered, readForm } from '../../parts/forms/form.tsx';
import { momentText } from '../../parts/forms/moment-field.ts';
import { CHANNELS } from '../../values/channels.ts';
import { rulesOf, UTM_NAMES, utmOf } from './link-arguments.ts';
import type { LinkItem } from './link-item.ts';
import { LinkPreview } from './link-preview.tsx';
import { hasOwnPage, PageFields } from './page-fields.tsx';
import { PagePreview } from './page-preview.tsx';
import { RuleFields } from './rule-fields.tsx';

type AccountDomain = OutputOf<'list_domains'>['items'][number];

interface LinkFieldsProps {
  readonly campaigns: readonly { readonly id: string; readonly name: string }[];
  /** Of the account, verified or not. */
  readonly domains: readonly AccountDomain[];
  /** What the link has now; a new one has nothing. */
  readonly link?: LinkItem;
  /** What an app is; null for an unknown one. */
  appOf(appId: string | undefined): App | null;
  /** What comes first. */
  readonly children?: ReactNode;
}

/** Where a link leads, with what each kind of device would get beside it. */
export function LinkFields({ campaigns, domains, link, appOf, children }: LinkFieldsProps) {
  const place = useRef<HTMLDivElement>(null);
  const [entered, setEntered] = useState<Entered>({});
  const app = appOf(link?.app_id ?? entered.app_id);
  const read = () => {
    const form = place.current?.closest('form');
    if (form) setEntered(readForm(form));
  };
  return (
    <div className="builder" ref={place} onChange={read}>
      <div className="form">
        {children}
        <DomainField domains={domains} link={link} />
        <TargetFields link={link} />
        <AssignedFields campaigns={campaigns} link={link} />
        <FieldGroup title="In the app" isOpen={link?.deep_link_path != null || paramsText(link) !== ''}>
          <AppFields link={link} />
        </FieldGroup>
        <FieldGroup title="Landing page and previews" isOpen={hasOwnPage(link)}>
          <PageFields link={link} />
        </FieldGroup>
        <FieldGroup title="Rules" isOpen={(link?.rules.length ?? 0) > 0}>
          <RuleFields rules={link?.rules ?? []} onMoved={read} />
        </FieldGroup>
        <FieldGroup title="Expiry" isOpen={link?.expires_at != null || link?.max_clicks != null}>
          <EndFields link={link} />
        </FieldGroup>
        <FieldGroup title="Campaign parameters" isOpen={link?.utm != null}>
          {UTM_NAMES.map((name) => (
            <Field
              key={name}
              label={`utm_${name}`}
              name={`utm.${name}`}
              defaultValue={link?.utm?.[name] ?? ''}
              maxLength={300}
            />
          ))}
        </FieldGroup>
      </div>
      <div className="builder-preview">
        <LinkPreview
          targets={{
            fallback: entered.fallback_url ?? '',
            android: entered.android_url ?? '',
            ios: entered.ios_url ?? '',
            ussd: entered.ussd_fallback ?? '',
            rules: rulesOf(entered),
            title: entered.title ?? '',
            app,
          }}
          utm={utmOf(entered)}
        />
        <PagePreview
          title={entered.title ?? ''}
          description={entered.description ?? ''}
          imageUrl={entered.image_url ?? ''}
          app={app}
        />
      </div>
    </div>
  );
}

interface PartProps {
  readonly link: LinkItem | undefined;
}

/** The host that the link is on. Where there is no other than the service's own, there is nothing to choose. */
function DomainField({ domains, link }: Pick<LinkFieldsProps, 'domains'> & PartProps) {
  const usual = domains.find(({ is_default }) => is_default)?.host ?? '';
  const current = link ? (link.domain ?? '') : usual;
  const verified = domains.flatMap(({ host, status }) => (status === 'verified' ? [host] : []));
  const hosts = new Set([...(current ? [current] : []), ...verified]);
  if (hosts.size === 0) return null;
  return (
    <SelectField
      label="Domain"
      name="domain"
      defaultValue={current}
      options={[
        { id: '', name: 'The service’s own host' },
        ...[...hosts].map((host) => ({ id: host, name: host })),
      ]}
      hint={link && 'On another domain its old address leads nowhere.'}
    />
  );
}

function TargetFields({ link }: PartProps) {
  return (
    <>
      <Field
        label="Where it leads"
        name="fallback_url"
        type="url"
        required
        defaultValue={link?.fallback_url ?? ''}
        hint="For everyone who is not sent to one of the addresses below."
      />
      <Field
        label="Android"
        name="android_url"
        defaultValue={link?.android_url ?? ''}
        hint="The store’s page, such as https://play.google.com/store/apps/details?id=com.example.shop."
      />
      <Field
        label="iPhone"
        name="ios_url"
        type="url"
        defaultValue={link?.ios_url ?? ''}
        hint="Left empty: the App Store page of the app, where its settings name one."
      />
      <Field
        label="Feature phones"
        name="ussd_fallback"
        defaultValue={link?.ussd_fallback ?? ''}
        hint="A USSD code, such as *123#."
      />
    </>
  );
}

function AssignedFields({ campaigns, link }: Pick<LinkFieldsProps, 'campaigns'> & PartProps) {
  return (
    <>
      <SelectField
        label="Campaign"
        name="campaign_id"
        defaultValue={link?.campaign_id ?? ''}
        options={[{ id: '', name: 'None' }, ...campaigns]}
      />
      <SelectField
        label="Channel"
        name="channel"
        defaultValue={link?.channel ?? ''}
        options={[{ id: '', name: 'The campaign’s' }, ...CHANNELS]}
      />
      <Field
        label="Tags"
        name="tags"
        defaultValue={link?.tags.join(', ') ?? ''}
        hint="To find it by, with commas between them: spring, print."
      />
    </>
  );
}

function AppFields({ link }: PartProps) {
  return (
    <>
      <Field
        label="Place in the app"
        name="deep_link_path"
        defaultValue={link?.deep_link_path ?? ''}
        hint="What the app opens, such as /product/42."
      />
      <Field
        label="Parameters for the app"
        name="deferred_params"
        defaultValue={paramsText(link)}
        hint="A JSON object that the app gets with the link, such as {&quot;coupon&quot;: &quot;SPRING&quot;}."
      />
    </>
  );
}

function EndFields({ link }: PartProps) {
  return (
    <>
      <Field
        label="It ends at (UTC)"
        name="expires_at"
        type="datetime-local"
        step="any"
        defaultValue={momentText(link?.expires_at)}
      />
      <Field
        label="It takes so many clicks"
        name="max_clicks"
        type="number"
        min={1}
        max={1_000_000_000}
        defaultValue={link?.max_clicks ?? ''}
        hint="Those that count, exactly: no bots, no double taps."
      />
      <Field
        label="Afterwards it leads to"
        name="expired_url"
        type="url"
        defaultValue={link?.expired_url ?? ''}
        hint="Left empty: where a paused link leads."
      />
    </>
  );
}

const paramsText = (link: LinkItem | undefined) =>
  link && Object.keys(link.deferred_params).length > 0 ? JSON.stringify(link.deferred_params) : '';
