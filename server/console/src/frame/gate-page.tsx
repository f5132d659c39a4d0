import { Navigate } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { useAccount } from '../account/account.tsx';
import type { PageEntry } from '../account/page-entry.ts';
import { mayHave, nameOfRole } from '../account/role.ts';
import { placeOf } from '../address/place-of.ts';
import { Page } from '../parts/page.tsx';

/** A page for those whose role may have it; everyone else reads why not, and nothing is asked of the service. */
export function gatePage({ title, role: needed }: PageEntry, Component: ComponentType): ComponentType {
  return function GatedPage() {
    const { account, role } = useAccount();
    if (mayHave(role, needed)) return <Component />;
    if (!account) return <NoAccount title={title} />;
    return (
      <Page title={title}>
        <p>
          This page is for {nameOfRole(needed)}, and you are {nameOfRole(role ?? 'anyone')} here. An owner can
          change your role.
        </p>
      </Page>
    );
  };
}

function NoAccount({ title }: { title: string }) {
  const { accounts } = useAccount();
  const isDeactivated = accounts.some(({ active, deactivated }) => active && deactivated);
  if (isDeactivated)
    return (
      <Page title={title}>
        <p>This account was deactivated. Ask whoever runs the service, or choose another account above.</p>
      </Page>
    );
  return <Navigate {...placeOf('/setup')} replace />;
}
