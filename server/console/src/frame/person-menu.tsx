import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Button } from 'react-aria-components/Button';
import { Header, Menu, MenuItem, MenuSection, MenuTrigger, Popover } from 'react-aria-components/Menu';
import { type Account, useAccount } from '../account/account.tsx';
import { homePath } from '../address/home-path.ts';
import { placeOf } from '../address/place-of.ts';
import { change } from '../client/call-service.ts';
import { signOut } from '../session/session.ts';

/** One's accounts, profile, and the way out. */
export function PersonMenu() {
  const { account, accounts } = useAccount();
  const navigate = useNavigate();
  const switchTo = useSwitchAccount();
  return (
    <MenuTrigger>
      <Button className="person-button">{account?.name ?? 'Menu'} ▾</Button>
      <Popover className="popover" placement="bottom end">
        <Menu className="options">
          {accounts.length > 1 && (
            <MenuSection>
              <Header>Account</Header>
              {accounts.map((each) => (
                <MenuItem key={each.account_id} onAction={() => void switchTo(each)}>
                  {each.active ? `${each.name} ✓` : each.name}
                </MenuItem>
              ))}
            </MenuSection>
          )}
          <MenuItem onAction={() => void navigate(placeOf('/profile'))}>Your profile</MenuItem>
          <MenuItem onAction={() => void signOut()}>Sign out</MenuItem>
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

/** What was read of one account means nothing in another. */
function useSwitchAccount(): (account: Account) => Promise<void> {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return async ({ account_id }) => {
    await change('set_active_account', { p_account_id: account_id });
    await navigate(placeOf(homePath));
    await queries.resetQueries();
  };
}
