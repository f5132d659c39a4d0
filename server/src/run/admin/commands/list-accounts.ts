import type { AdminCommand } from '../command.ts';

interface AccountRow {
  id: string;
  name: string;
  plan: string;
  active: boolean;
  app_links_allowed: boolean;
  apps: string;
  owners: string | null;
}

const READ = `
  select accounts.id, accounts.name, plan, active, app_links_allowed,
    (select count(*) from apps where customer_id = accounts.id and deleted_at is null) as apps,
    (select string_agg(email, ', ' order by email)
     from teams join team_members on team_id = teams.id and role = 'owner' join auth_users on auth_users.id = user_id
     where teams.customer_id = accounts.id and is_default) as owners
  from accounts
  order by created_at, accounts.id`;

export const listAccounts: AdminCommand = {
  args: [],
  help: 'lists the accounts: id, plan, apps, name and owners',
  async run({ em, print }) {
    const accounts = await em.execute<AccountRow[]>(READ);
    for (const { id, name, plan, active, app_links_allowed, apps, owners } of accounts) {
      const state = (active ? '' : ' (deactivated)') + (app_links_allowed ? ' (app links)' : '');
      print(`${id}  ${plan.padEnd(11)}  ${apps.padStart(3)} apps  ${name}${state}  ${owners ?? 'no owner'}`);
    }
    if (accounts.length === 0) print('there are no accounts');
  },
};
