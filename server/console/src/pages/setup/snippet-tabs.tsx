import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components/Tabs';
import { type App, useAccount } from '../../account/account.tsx';
import { useSetSearch, useViewSearch } from '../../address/view-search.ts';
import { SERVICE_PATH } from '../../http/service-path.ts';
import { CopyText } from '../../parts/copy-text.tsx';
import { serviceAddress } from './service-address.ts';
import { isLoopback } from './snippets/reach.ts';
import type { Snippet, SnippetFacts } from './snippets/snippet.ts';
import { SNIPPETS } from './snippets/snippets.ts';

/** The code for each kind of program, with the app's real key, ids and address. */
export function SnippetTabs({ app, apiKey }: { app: App; apiKey: string | null }) {
  const { account } = useAccount();
  const { code } = useViewSearch();
  const setSearch = useSetSearch();
  const facts = {
    service: serviceAddress(),
    apiKey: apiKey ?? 'svc_…',
    appId: app.id,
    customerId: account?.account_id ?? '',
  };
  const chosen = SNIPPETS.find(({ id }) => id === code) ?? SNIPPETS[0];
  return (
    <Tabs selectedKey={chosen.id} onSelectionChange={(id) => setSearch({ code: String(id) })}>
      <TabList aria-label="The code for" className="tabs">
        {SNIPPETS.map(({ id, name }) => (
          <Tab key={id} id={id}>
            {name}
          </Tab>
        ))}
      </TabList>
      {SNIPPETS.map((snippet) => (
        <TabPanel key={snippet.id} id={snippet.id}>
          <Parts of={snippet} facts={facts} />
        </TabPanel>
      ))}
    </Tabs>
  );
}

function Parts({ of: snippet, facts }: { of: Snippet; facts: SnippetFacts }) {
  return (
    <>
      {snippet.parts(facts).map(({ title, text }) => (
        <div key={title} className="snippet">
          <h3>{title}</h3>
          <CopyText text={text} label={`Copy: ${title}`} isBlock />
        </div>
      ))}
      {snippet.isOnPhone && isLoopback(facts.service) && (
        <p className="hint">
          {new URL(facts.service).hostname} is this machine. A phone and Android’s emulator reach it by
          another address:{' '}
          <a href={`${SERVICE_PATH}/docs/guide/sdk/react-native#a-service-on-your-machine`}>which one</a>.
        </p>
      )}
      <p className="hint">
        <a href={`${SERVICE_PATH}/docs/guide/${snippet.page}`}>More in the guide</a>
      </p>
    </>
  );
}
