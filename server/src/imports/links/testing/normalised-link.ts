import { mergeMappings } from '../../column-mapping.ts';
import type { LinkField } from '../link-fields.ts';
import { linkSourceNamed } from '../mappings/link-sources.ts';
import { createLinkNormaliser } from '../normalise/normalise-link.ts';
import { ignoreNulls } from '../read-link-file.ts';

const APP_ID = '0b1c1f0e-1111-4111-8111-0123456789ab';
export const STORE = 'https://play.google.com/store/apps/details?id=com.example.shop';
const JOB_ID = '7c1f2b9e-4a1d-4c52-9a55-0d2f6a3b8e10';

interface Given {
  readonly host?: string | null;
  readonly mapping?: Readonly<Record<string, LinkField | null>>;
}

/** A row as a link, without what it has nothing of; or what is wrong with it. */
export function normalisedLink(
  name: string,
  values: Readonly<Record<string, string>>,
  { host = 'go.example.com', mapping = {} }: Given = {},
) {
  const source = linkSourceNamed(name);
  const normalise = createLinkNormaliser({
    jobId: JOB_ID,
    app: { id: APP_ID, bundleId: 'com.example.shop' },
    source,
    mapping: mergeMappings<LinkField>(source.columns, ignoreNulls(mapping)),
    host,
  });
  const result = normalise({ row: 3, values });
  const lost = result.lost.map(({ column, reason }) => `${column}: ${reason}`);
  if ('errors' in result)
    return { errors: result.errors.map(({ column, reason }) => `${column}: ${reason}`), lost };
  const { link, path, campaignName, active } = result.link;
  const { p_app_id: _app, ...members } = link;
  const said = Object.entries(members).filter(([, value]) => value !== null);
  return {
    ...Object.fromEntries(said.map(([member, value]) => [member.replace(/^p_/, ''), value])),
    ...(path !== null && { path }),
    ...(campaignName !== null && { campaign_name: campaignName }),
    ...(!active && { active }),
    ...(lost.length > 0 && { lost }),
  };
}
