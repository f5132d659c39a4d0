import { useQueryClient } from '@tanstack/react-query';
import { Outlet, useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useReachable } from '../http/reachable.ts';
import { untilReached } from '../http/until-reached.ts';
import { useSession } from '../session/session.ts';

/** Around every page: what is said while the service is away, and what follows a change of the session. */
export function Root() {
  const reachable = useReachable();
  useAskUntilBack(reachable);
  useFollowSession();
  return (
    <>
      {!reachable && (
        <p className="away" role="alert">
          The service cannot be reached. Trying again…
        </p>
      )}
      <Outlet />
    </>
  );
}

/** A change that was lost is not sent again, so that nothing else may ask; what could not be read is read once it is back. */
function useAskUntilBack(reachable: boolean): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (reachable) return;
    const leave = new AbortController();
    void untilReached(leave.signal);
    return () => {
      leave.abort();
      void queries.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
    };
  }, [reachable, queries]);
}

/** Another person must not see what was read for the one before; whoever is signed out goes to the door. */
function useFollowSession(): void {
  const session = useSession();
  const token = session === undefined ? undefined : (session?.token ?? null);
  const renews = session?.renews;
  const before = useRef(token);
  const queries = useQueryClient();
  const router = useRouter();
  useEffect(() => {
    const isOther = before.current !== token && (renews === undefined || before.current !== renews);
    if (before.current !== undefined && isOther) {
      queries.clear();
      void router.invalidate();
    }
    before.current = token;
  }, [token, renews, queries, router]);
}
