import { useParams } from '@tanstack/react-router';
import { useAccount } from '../../account/account.tsx';
import { mayHave } from '../../account/role.ts';
import { isId } from '../../address/is-id.ts';
import { keptSearch, useViewSearch } from '../../address/view-search.ts';
import { useRead } from '../../client/use-read.ts';
import { Card } from '../../parts/card.tsx';
import { CopyText } from '../../parts/copy-text.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Page } from '../../parts/page.tsx';
import { PageLink } from '../../parts/page-link.tsx';
import type { LinkItem } from '../links/link-item.ts';
import { LinkState } from '../links/link-state.tsx';
import { CheckLink } from './check-link.tsx';
import { EditLink } from './edit-link.tsx';
import { LinkFacts } from './link-facts.tsx';
import { LinkFunnel } from './link-funnel.tsx';
import { PauseLink } from './pause-link.tsx';
import { QrCode } from './qr-code.tsx';
import { RuleClicks } from './rule-clicks.tsx';

/** One link: its address and QR code, what it brought, and where it leads. */
export function LinkPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const links = useRead('list_links', { p_link_id: id }, { enabled: isId(id) });
  const [found] = isId(id) ? (links.data?.items ?? []) : [];
  return (
    <Page title={found ? `/${found.slug}` : 'Link'} actions={found && <ToLinks text="All links" />}>
      {isId(id) ? (
        <Loaded of={links}>{({ items: [link] }) => (link ? <Shown link={link} /> : <NoLink />)}</Loaded>
      ) : (
        <NoLink />
      )}
    </Page>
  );
}

function NoLink() {
  return (
    <EmptyState action={<ToLinks text="Choose one of the links" />}>
      There is no such link among your teams’ apps.
    </EmptyState>
  );
}

function ToLinks({ text }: { text: string }) {
  const kept = keptSearch(useViewSearch());
  return (
    <PageLink to="/links" search={kept}>
      {text}
    </PageLink>
  );
}

function Shown({ link }: { link: LinkItem }) {
  const { role } = useAccount();
  const isMarketer = mayHave(role, 'marketer');
  return (
    <>
      <div className="cards">
        <Card
          title="The link"
          actions={
            <>
              <LinkState of={link} />
              {isMarketer && <PauseLink link={link} />}
            </>
          }
        >
          <CopyText text={link.url} label="Copy the link" />
          <LinkFacts link={link} />
        </Card>
        <Card title="QR code">
          <QrCode key={`${link.active} ${link.url}`} slug={link.slug} domain={link.domain} />
        </Card>
      </div>
      <Card title="From click to install">
        <LinkFunnel linkId={link.id} />
      </Card>
      {link.rules.length > 0 && (
        <Card title="Clicks by rule">
          <RuleClicks link={link} />
        </Card>
      )}
      {isMarketer && (
        <Card title="What phones make of it">
          <CheckLink linkId={link.id} />
        </Card>
      )}
      {isMarketer && (
        <Card title="Change it">
          <EditLink link={link} />
        </Card>
      )}
    </>
  );
}
