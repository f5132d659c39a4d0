import { useQuery } from '@tanstack/react-query';
import { read } from '../client/call-service.ts';
import type { ServiceError } from '../http/service-error.ts';
import type { AccountData } from './account.tsx';

const ALL = { p_limit: 200 };

/** Loads the account that the session works in, with its teams and apps. */
export function useAccountData() {
  return useQuery<AccountData, ServiceError>({ queryKey: ['list_accounts', 'frame'], queryFn: loadAccount });
}

async function loadAccount(): Promise<AccountData> {
  const { items: accounts } = await read('list_accounts', ALL);
  const account = accounts.find(({ active }) => active) ?? null;
  if (!account || account.deactivated) return { account: null, accounts, teams: [], apps: [] };
  const [teams, apps] = await Promise.all([read('list_teams', ALL), read('list_apps', ALL)]);
  return { account, accounts, teams: teams.items, apps: apps.items };
}
