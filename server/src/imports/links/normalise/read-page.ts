import { PAGE_ARGUMENTS } from '../../../platform/http/procedures/page-text-arguments.ts';
import type { RowReader } from '../../normalise/row-reader.ts';
import type { LinkField } from '../link-fields.ts';
import type { LostValue } from '../link-row.ts';
import type { LinkSource } from '../mappings/link-source.ts';

type PageArguments = Record<keyof typeof PAGE_ARGUMENTS, string | undefined>;

/** What the landing page and previews show. Of another platform, what a page here cannot show is left out. */
export function readPage(reader: RowReader<LinkField>, source: LinkSource, lost: LostValue[]): PageArguments {
  const read = (field: 'title' | 'description' | 'image_url') => {
    const found = reader.find(field);
    if (found === undefined || !source.translates) return found?.value;
    const checked = PAGE_ARGUMENTS[`p_${field}`].safeParse(found.value);
    if (checked.success) return checked.data;
    lost.push({ ...found, reason: checked.error.issues[0]?.message ?? 'no page can show it' });
    return undefined;
  };
  return { p_title: read('title'), p_description: read('description'), p_image_url: read('image_url') };
}
