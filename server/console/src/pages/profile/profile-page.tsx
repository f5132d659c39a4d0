import { useQuery } from '@tanstack/react-query';
import type { ServiceError } from '../../http/service-error.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { Page } from '../../parts/page.tsx';
import { askAuth } from '../../session/auth.ts';
import { AddressCard } from './address-card.tsx';
import { NameCard } from './name-card.tsx';
import { PasswordCard } from './password-card.tsx';
import type { OwnSession } from './person.ts';
import { SecondFactorCard } from './second-factor-card.tsx';
import { SessionsCard } from './sessions-card.tsx';
import { TokensCard } from './tokens-card.tsx';

/** What belongs to the person: name, address, password, second factor, sessions and access tokens. */
export function ProfilePage() {
  const own = useQuery<OwnSession, ServiceError>({
    queryKey: ['auth', 'session'],
    queryFn: () => askAuth<OwnSession>('/get-session'),
  });
  return (
    <Page title="Your profile">
      <Loaded of={own}>
        {({ user, session }) => (
          <div className="cards">
            <NameCard person={user} />
            <AddressCard person={user} />
            <PasswordCard />
            <SecondFactorCard isOn={user.twoFactorEnabled === true} />
            <SessionsCard ownToken={session.token} />
            <TokensCard />
          </div>
        )}
      </Loaded>
    </Page>
  );
}
