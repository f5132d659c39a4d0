import { useState } from 'react';
import { Field, SelectField } from '../../parts/field.tsx';
import type { Entered } from '../../parts/form.tsx';
import { CHANNELS } from '../../values/channels.ts';
import { LinkPreview } from './link-preview.tsx';
import type { LinkItem } from './link-table.tsx';

interface LinkFieldsProps {
  readonly campaigns: readonly { readonly id: string; readonly name: string }[];
  /** What the link has now; a new one has nothing. */
  readonly link?: LinkItem;
}

/** Where a link leads, with what each kind of device would get. */
export function LinkFields({ campaigns, link }: LinkFieldsProps) {
  const [fallback, setFallback] = useState(link?.fallback_url ?? '');
  const [android, setAndroid] = useState(link?.android_url ?? '');
  const [ios, setIos] = useState(link?.ios_url ?? '');
  const [ussd, setUssd] = useState(link?.ussd_fallback ?? '');
  return (
    <>
      <Field
        label="Where it leads"
        name="fallback_url"
        type="url"
        required
        value={fallback}
        onChange={(event) => setFallback(event.target.value)}
        hint="For everyone who has no address of their own below."
      />
      <Field
        label="Android"
        name="android_url"
        value={android}
        onChange={(event) => setAndroid(event.target.value)}
        hint="The store’s page, such as https://play.google.com/store/apps/details?id=com.example.shop."
      />
      <Field
        label="iPhone"
        name="ios_url"
        type="url"
        value={ios}
        onChange={(event) => setIos(event.target.value)}
        hint="Left empty: the App Store page of the app, where its settings name one."
      />
      <Field
        label="Feature phones"
        name="ussd_fallback"
        value={ussd}
        onChange={(event) => setUssd(event.target.value)}
        hint="A USSD code, such as *123#."
      />
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
        label="Place in the app"
        name="deep_link_path"
        defaultValue={link?.deep_link_path ?? ''}
        hint="What the app opens, such as product/42."
      />
      <Field
        label="Parameters for the app"
        name="deferred_params"
        defaultValue={paramsText(link)}
        hint="A JSON object that the app gets with the link, such as {&quot;coupon&quot;: &quot;SPRING&quot;}."
      />
      <LinkPreview fallback={fallback} android={android} ios={ios} ussd={ussd} />
    </>
  );
}

const paramsText = (link: LinkItem | undefined) =>
  link && Object.keys(link.deferred_params).length > 0 ? JSON.stringify(link.deferred_params) : '';

/** The text of the field as an object. @throws Error with a sentence where it is none */
export function paramsOf({ deferred_params = '' }: Entered): Record<string, unknown> | null {
  if (deferred_params.trim() === '') return null;
  try {
    const value: unknown = JSON.parse(deferred_params);
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>;
  } catch {
    // The sentence below says it.
  }
  throw new SyntaxError('must be a JSON object');
}
