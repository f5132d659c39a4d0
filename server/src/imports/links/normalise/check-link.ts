import { newLink } from '../../../links/procedures/new-link-arguments.ts';
import type { RowReader } from '../../normalise/row-reader.ts';
import type { LinkField } from '../link-fields.ts';
import type { LostValue, ValueOrigin } from '../link-row.ts';

/** Checks a link as `create_deep_link` does, and says which column is at fault. */
export function checkLink(
  reader: RowReader<LinkField>,
  given: Record<string, unknown>,
  lost: readonly LostValue[],
) {
  const read = newLink.safeParse(given);
  if (read.success) return read.data;
  for (const { path, message } of read.error.issues) {
    const [argument = '', ...inside] = path.map(String);
    const { column, value } = originOf(reader, argument, inside[0]);
    const at = inside.length > 0 ? `${inside.join('.')}: ` : '';
    // A value that leads nowhere here was left out; where a link cannot do without it, that is why it is none.
    const reason = lost.find((one) => one.column === column)?.reason;
    if (value === null) reader.reject(column, 'is missing');
    else if (given[argument] == null && reason !== undefined) reader.reject({ column, value }, reason);
    else reader.reject({ column, value }, `${at}${message}`);
  }
  return null;
}

/** The fields that fill an argument, the most telling first. */
const FILLED_BY: Readonly<Record<string, readonly LinkField[]>> = {
  slug: ['slug', 'short_link', 'long_link'],
  fallback_url: ['fallback_url', 'redirect_url', 'deep_link'],
  android_url: ['android_url', 'redirect_url', 'android_package', 'deep_link'],
  ios_url: ['ios_url', 'redirect_url', 'ios_app_id', 'deep_link'],
  deep_link_path: ['deep_link_path', 'deep_link', 'deep_link_value'],
  deferred_params: ['deferred_params', 'param', 'long_link', 'link_data'],
  rules: ['rules', 'split_url'],
  utm: ['utm', 'utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'],
};

/** Where in the file an argument is from. @param member the one of `p_utm` that is meant. */
export function originOf(reader: RowReader<LinkField>, argument: string, member?: string): ValueOrigin {
  const name = argument.replace(/^p_/, '');
  const named = name === 'utm' && member !== undefined ? [`utm_${member}` as LinkField] : [];
  const fields = [...named, ...(FILLED_BY[name] ?? [name as LinkField])];
  const found = fields.map((field) => reader.find(field)).find((one) => one !== undefined);
  return found ?? { column: name, value: null };
}
