import { useState } from 'react';
import { useViewSearch } from '../../address/view-search.ts';
import { DoorPage } from '../../parts/door-page.tsx';
import { PageLink } from '../../parts/page-link.tsx';
import { signUp } from '../../session/auth.ts';
import { useEnter } from '../../session/use-enter.ts';
import { SignUpForm } from './sign-up-form.tsx';

/** Makes a person; what they then look at has them make an account. */
export function SignUpPage() {
  const [isMailed, setMailed] = useState(false);
  const search = useViewSearch();
  const enter = useEnter();
  if (isMailed)
    return (
      <DoorPage title="Confirm your address">
        <p>A mail with a link is on its way to you. Follow it, then sign in.</p>
      </DoorPage>
    );
  return (
    <DoorPage title="Sign up">
      <SignUpForm
        onSubmit={async (person) => {
          const { done } = await signUp(person);
          if (done) enter();
          else setMailed(true);
        }}
      />
      <p>
        Already signed up?{' '}
        <PageLink to="/sign-in" search={search}>
          Sign in
        </PageLink>
      </p>
    </DoorPage>
  );
}
