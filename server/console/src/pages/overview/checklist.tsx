import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAccount } from '../../account/account.tsx';
import { mayHave, nameOfRole } from '../../account/role.ts';
import { keptSearch, useViewSearch } from '../../address/view-search.ts';
import type { ServiceError } from '../../http/service-error.ts';
import { Card } from '../../parts/card.tsx';
import { PageLink } from '../../parts/page-link.tsx';
import { askAuth } from '../../session/auth.ts';
import type { OwnSession } from '../profile/person.ts';
import { isPutAway, putAway } from './put-away.ts';
import { type Task, useTasks } from './use-tasks.ts';

/** What is still to be set up, until all of it is there or the person puts the list away. */
export function Checklist() {
  const { account } = useAccount();
  const tasks = useTasks();
  if (!account || !tasks || tasks.every(({ isDone }) => isDone)) return null;
  return <OpenChecklist key={account.account_id} accountId={account.account_id} tasks={tasks} />;
}

function OpenChecklist({ accountId, tasks }: { accountId: string; tasks: readonly Task[] }) {
  const [chosen, setChosen] = useState<boolean | null>(null);
  const own = useQuery<OwnSession, ServiceError>({
    queryKey: ['auth', 'session'],
    queryFn: () => askAuth<OwnSession>('/get-session'),
  });
  if (!own.data) return null;
  const place = { accountId, userId: own.data.user.id };
  const setAway = (isAway: boolean) => {
    putAway(place, isAway);
    setChosen(isAway);
    // The button is gone with what it was in.
    document.getElementById('main')?.focus();
  };
  const done = tasks.filter(({ isDone }) => isDone).length;
  if (chosen ?? isPutAway(place))
    return (
      <p>
        <button type="button" onClick={() => setAway(false)}>
          To be set up: {done} of {tasks.length} are there
        </button>
      </p>
    );
  return (
    <Card
      title="To be set up"
      actions={
        <button type="button" onClick={() => setAway(true)}>
          Hide
        </button>
      }
    >
      <ul className="checklist">
        {tasks.map((task) => (
          <Item key={task.title} task={task} />
        ))}
      </ul>
      <p className="hint">
        {done} of {tasks.length} are there. Once hidden, this list is a button for you in this browser, which
        remembers it.
      </p>
    </Card>
  );
}

function Item({ task: { title, why, path, role: needed, isDone } }: { task: Task }) {
  const { role } = useAccount();
  const kept = keptSearch(useViewSearch());
  return (
    <li data-done={isDone || undefined}>
      <span aria-hidden="true">{isDone ? '✓' : '○'}</span>
      <span>
        {isDone || !mayHave(role, needed) ? (
          <b>{title}</b>
        ) : (
          <PageLink to={path} search={kept}>
            {title}
          </PageLink>
        )}
        <span className="hidden-label">{isDone ? ', there' : ', missing'}</span>
        {!isDone && (
          <span className="hint">
            {' '}
            {why}
            {!mayHave(role, needed) && ` This is for ${nameOfRole(needed)}.`}
          </span>
        )}
      </span>
    </li>
  );
}
