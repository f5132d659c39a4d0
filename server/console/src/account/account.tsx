import { createContext, useContext } from 'react';
import { useViewSearch, type ViewSearch } from '../address/view-search.ts';
import type { OutputOf } from '../client/procedures.ts';
import type { HeldRole } from './role.ts';

export type Account = OutputOf<'list_accounts'>['items'][number];
export type Team = OutputOf<'list_teams'>['items'][number];
export type App = OutputOf<'list_apps'>['items'][number];

/** What the frame has loaded of the account that the session works in. */
export interface AccountData {
  /** Null: the person has none yet. */
  readonly account: Account | null;
  readonly accounts: readonly Account[];
  readonly teams: readonly Team[];
  readonly apps: readonly App[];
}

/** The account with what the address says of it. */
export interface AccountView extends AccountData {
  /** The app at hand; null: all of them. */
  readonly app: App | null;
  /** The team at hand: the app's, or the one that the address names. */
  readonly team: Team | null;
  /** In the team at hand, or the highest in any team. */
  readonly role: HeldRole;
}

const Context = createContext<AccountData>({ account: null, accounts: [], teams: [], apps: [] });
export const AccountProvider = Context.Provider;

/** The account, and the app and team that the address names, for components. */
export function useAccount(): AccountView {
  return viewOf(useContext(Context), useViewSearch());
}

/** An account as an address shows it. */
export function viewOf(data: AccountData, { app: appId, team: teamId }: ViewSearch): AccountView {
  const app = data.apps.find(({ id }) => id === appId) ?? null;
  const team = data.teams.find(({ id }) => id === (app?.team_id ?? teamId)) ?? null;
  return { ...data, app, team, role: roleOf(data.account, team) };
}

function roleOf(account: Account | null, team: Team | null): HeldRole {
  if (!account) return null;
  return account.account_owner ? 'account-owner' : (team ?? account).role;
}
