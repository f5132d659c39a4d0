import { useState } from 'react';
import { useAccount } from '../account/account.tsx';
import { GROUPS, type PageEntry } from '../account/page-entry.ts';
import { mayHave } from '../account/role.ts';
import { keptSearch, useViewSearch } from '../address/view-search.ts';
import { SERVICE_PATH } from '../http/service-path.ts';
import { PAGES } from '../pages.ts';
import { PageLink } from '../parts/page-link.tsx';

/** The pages that the person may have, by group. */
export function Navigation() {
  const { role } = useAccount();
  const [isOpen, setOpen] = useState(false);
  const allowed = PAGES.filter((page: PageEntry) => mayHave(role, page.role));
  return (
    <nav className="navigation" aria-label="Pages">
      <button
        type="button"
        className="navigation-button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        Pages
      </button>
      <div className="navigation-groups" data-open={isOpen || undefined}>
        {GROUPS.map((group) => (
          <Group
            key={group}
            name={group}
            pages={allowed.filter((page) => page.group === group)}
            onChoose={() => setOpen(false)}
          />
        ))}
        <section>
          <h2>Documentation</h2>
          <ul>
            <li>
              <a href={`${SERVICE_PATH}/docs/guide/`}>Guide</a>
            </li>
            <li>
              <a href={`${SERVICE_PATH}/docs`}>API reference</a>
            </li>
          </ul>
        </section>
      </div>
    </nav>
  );
}

interface GroupProps {
  readonly name: string;
  readonly pages: readonly PageEntry[];
  onChoose(): void;
}

function Group({ name, pages, onChoose }: GroupProps) {
  const kept = keptSearch(useViewSearch());
  if (pages.length === 0) return null;
  return (
    <section>
      {pages.some(({ title }) => title !== name) && <h2>{name}</h2>}
      <ul>
        {pages.map(({ path, title }) => (
          <li key={path}>
            <PageLink to={`/${path}`} search={kept} onClick={onChoose}>
              {title}
            </PageLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
