import { Field } from '../../parts/forms/field.tsx';
import type { LinkItem } from './link-item.ts';

/** What a link's landing page and its preview in messengers show. */
export function PageFields({ link }: { readonly link: LinkItem | undefined }) {
  return (
    <>
      <Field
        label="Title"
        name="title"
        maxLength={300}
        defaultValue={link?.title ?? ''}
        hint="With a title, computers and browsers inside other apps get a page, and messengers a preview."
      />
      <Field
        label="Text"
        name="description"
        maxLength={300}
        defaultValue={link?.description ?? ''}
        hint="Left empty: what the app says in its settings."
      />
      <Field
        label="Image"
        name="image_url"
        type="url"
        defaultValue={link?.image_url ?? ''}
        hint="An https address. Left empty: the app’s image."
      />
    </>
  );
}

/** Whether any of it is the link's own. */
export const hasOwnPage = (link: LinkItem | undefined) =>
  [link?.title, link?.description, link?.image_url].some((text) => text != null);
