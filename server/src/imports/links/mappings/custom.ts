import { LINK_MEMBERS, type LinkField } from '../link-fields.ts';
import type { LinkSource } from './link-source.ts';

const BESIDE: readonly LinkField[] = ['short_link', 'campaign_name', 'active'];

/** A file with the names of `create_deep_link`, with or without `p_`, and an address that stays. */
export const custom: LinkSource = {
  name: 'custom',
  columns: Object.fromEntries([
    ...LINK_MEMBERS.flatMap((field) => [
      [`p_${field}`, field],
      [field, field],
    ]),
    ...BESIDE.map((field) => [field, field]),
  ]) as Record<string, LinkField>,
  parameters: {},
  passesParameters: false,
  without: {},
  leadsTo: null,
  translates: false,
};
