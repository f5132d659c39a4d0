import { queryOptions, useQuery } from '@tanstack/react-query';
import { read } from '../client/call-service.ts';
import type { ServiceError } from '../http/service-error.ts';
import type { AccountData } from './account.tsx';

const ALL = { p_limit: 200 };

/** The account that the session works in, with its teams and apps. */
export const accountQuery = queryOptions<AccountData, ServiceError>({
  queryKey: ['list_accounts', 'frame'],
  queryFn: loadAccount,
});

export const useAccountData = () => useQuery(accountQuery);

/** In one request; what is in the account is refused to whoever has none. */
export async function loadAccount(): Promise<AccountData> {
  const contents = Promise.all([read('list_teams', ALL), read('list_apps', ALL)]);
  contents.catch(() => {});
  const { items: accounts } = await read('list_accounts', ALL);
  const account = accounts.find(({ active }) => active) ?? null;
  if (!account || account.deactivated) return { account: null, accounts, teams: [], apps: [] };
  const [teams, apps] = await contents;
  return { account, accounts, teams: teams.items, apps: apps.items };
}
