import { Outlet, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { AccountProvider } from '../account/account.tsx';
import { useAccountData } from '../account/load-account.ts';
import { ErrorState } from '../parts/error-state.tsx';
import { Navigation } from './navigation.tsx';
import { TopBar } from './top-bar.tsx';
import { Waiting } from './waiting.tsx';

/** The page of a signed-in person: bar, navigation, and in the middle what the address names. */
export function Frame() {
  const { data, error, refetch } = useAccountData();
  useFocusOnNewPage();
  if (!data && error)
    return (
      <main id="main" className="page" tabIndex={-1}>
        <h1>Tributary</h1>
        <ErrorState error={error} onRetry={() => void refetch()} />
      </main>
    );
  if (!data) return <Waiting />;
  return (
    <AccountProvider value={data}>
      <a className="skip" href="#main">
        Skip to the content
      </a>
      <div className="frame">
        <TopBar />
        <Navigation />
        <Outlet />
      </div>
    </AccountProvider>
  );
}

/** A screen reader reads on where the new page begins, once that is there: its code may have to be loaded first. */
function useFocusOnNewPage(): void {
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  const before = useRef(path);
  useEffect(() => {
    if (before.current !== undefined && before.current !== path) document.getElementById('main')?.focus();
    before.current = path;
  }, [path]);
}
