import type { ReactNode } from 'react';
import { useAccount } from '../../account/account.tsx';
import { mayHave } from '../../account/role.ts';
import { useNameOfApp } from '../../account/use-name-of-app.ts';
import { keptSearch, useViewSearch } from '../../address/view-search.ts';
import { useRead } from '../../client/use-read.ts';
import { PageLink } from '../../parts/page-link.tsx';
import { nameOfChannel } from '../../values/channels.ts';
import { formatNumber } from '../../values/format.ts';
import { Nothing, Time } from '../../values/values.tsx';
import type { LinkItem } from '../links/link-item.ts';
import { LinkPreview } from '../links/link-preview.tsx';
import { useAppOf } from '../links/use-app-of.ts';

/** What a link is; where it leads too, for those who cannot change it. */
export function LinkFacts({ link }: { link: LinkItem }) {
  const { role } = useAccount();
  const nameOfApp = useNameOfApp();
  const appOf = useAppOf();
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['App', nameOfApp(link.app_id)],
    ['Campaign', link.campaign_id ? <Campaign key="campaign" id={link.campaign_id} /> : null],
    ['Domain', link.domain],
    ['Channel', nameOfChannel(link.channel)],
    ['Tags', link.tags.length > 0 ? <Tags key="tags" of={link.tags} /> : null],
    ['Made', <Time key="made" at={link.created_at} />],
    ['Ends', link.expires_at === null ? null : <Time key="ends" at={link.expires_at} />],
    ['Clicks, at most', link.max_clicks === null ? null : formatNumber(link.max_clicks)],
    ['Then leads to', link.expired_url],
    ['Place in the app', link.deep_link_path],
    ['Title', link.title],
    ['Text', link.description],
    ['Image', link.image_url],
  ];
  return (
    <>
      <dl className="facts">
        {facts.flatMap(([name, value]) =>
          value === null ? [] : [<dt key={name}>{name}</dt>, <dd key={`${name} is`}>{value}</dd>],
        )}
      </dl>
      {!mayHave(role, 'marketer') && (
        <LinkPreview
          targets={{
            fallback: link.fallback_url,
            android: link.android_url ?? '',
            ios: link.ios_url ?? '',
            ussd: link.ussd_fallback ?? '',
            rules: link.rules,
            app: appOf(link.app_id),
            title: link.title ?? '',
          }}
          utm={link.utm}
        />
      )}
    </>
  );
}

function Campaign({ id }: { id: string }) {
  const kept = keptSearch(useViewSearch());
  const { data } = useRead('list_campaigns', { p_campaign_id: id });
  const [campaign] = data?.items ?? [];
  if (!campaign) return <Nothing />;
  return (
    <PageLink to="/links" search={{ ...kept, campaign: id }}>
      {campaign.name}
    </PageLink>
  );
}

/** Each leads to the links that have it. */
function Tags({ of: tags }: { of: readonly string[] }) {
  const kept = keptSearch(useViewSearch());
  return (
    <span className="tags">
      {tags.map((tag) => (
        <PageLink key={tag} className="tag" to="/links" search={{ ...kept, tag }}>
          {tag}
        </PageLink>
      ))}
    </span>
  );
}
