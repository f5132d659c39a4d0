import { Link, useParams } from '@tanstack/react-router';
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
import { State } from '../../values/values.tsx';
import type { LinkItem } from '../links/link-table.tsx';
import { EditLink } from './edit-link.tsx';
import { LinkFunnel } from './link-funnel.tsx';
import { PauseLink } from './pause-link.tsx';
import { QrCode } from './qr-code.tsx';

/** One link: its address and QR code, what it brought, and where it leads. */
export function LinkPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const links = useRead('list_links', { p_link_id: id }, { enabled: isId(id) });
  return (
    <Page title="Link">
      {isId(id) ? (
        <Loaded of={links}>{({ items: [link] }) => (link ? <Shown link={link} /> : <NoLink />)}</Loaded>
      ) : (
        <NoLink />
      )}
    </Page>
  );
}

function NoLink() {
  const kept = keptSearch(useViewSearch());
  return (
    <EmptyState
      action={
        <Link to={'/links' as never} search={kept as never}>
          Choose one of the links
        </Link>
      }
    >
      There is no such link among your teams’ apps.
    </EmptyState>
  );
}

function Shown({ link }: { link: LinkItem }) {
  const { role } = useAccount();
  const isMarketer = mayHave(role, 'marketer');
  return (
    <>
      <Card
        title={`/${link.slug}`}
        actions={
          <>
            <State word={link.active ? 'active' : 'paused'} tone={link.active ? 'good' : 'warn'} />
            {isMarketer && <PauseLink link={link} />}
          </>
        }
      >
        <CopyText text={link.url} label="Copy the link" />
      </Card>
      <Card title="From click to install">
        <LinkFunnel linkId={link.id} />
      </Card>
      <Card title="QR code">
        <QrCode slug={link.slug} />
      </Card>
      {isMarketer && (
        <Card title="Change it">
          <EditLink key={link.updated_at} link={link} />
        </Card>
      )}
    </>
  );
}
