import { useEffect, useState } from 'react';
import { DoorPage } from '../../parts/door-page.tsx';
import { Field } from '../../parts/forms/field.tsx';
import { Form } from '../../parts/forms/form.tsx';
import { PageLink } from '../../parts/page-link.tsx';
import { signIn, signUp } from '../../session/auth.ts';
import { resumeSession, useSession } from '../../session/session.ts';
import { useHashToken } from '../../session/use-hash-token.ts';
import { SignUpForm } from '../sign-up/sign-up-form.tsx';
import { AcceptInvitation } from './accept-invitation.tsx';

/** Where an invitation leads. Opening it accepts nothing: the button does, once the person has signed in. */
export function InvitationPage() {
  const token = useHashToken();
  const session = useSession();
  useEffect(() => void resumeSession().catch(() => undefined), []);
  if (!token)
    return (
      <DoorPage title="This invitation is incomplete">
        <p>Its address has lost what follows the #. Open the link of the mail again, as a whole.</p>
      </DoorPage>
    );
  return (
    <DoorPage key={token} title="You are invited">
      {session ? <AcceptInvitation token={token} /> : <WhoAreYou token={token} />}
    </DoorPage>
  );
}

function WhoAreYou({ token }: { token: string }) {
  const [isNew, setNew] = useState(false);
  const [isMailed, setMailed] = useState(false);
  if (isMailed) return <p>A mail is on its way to confirm your address. Then open this invitation again.</p>;
  if (isNew)
    return (
      <>
        <p>Sign up with the address that was invited. Nothing is accepted yet.</p>
        <SignUpForm
          onSubmit={async (person) => {
            const { done } = await signUp({ ...person, invitationToken: token });
            setMailed(!done);
          }}
        />
      </>
    );
  return (
    <>
      <p>
        Sign in with the address that was invited, or{' '}
        <button type="button" className="link" onClick={() => setNew(true)}>
          sign up
        </button>
        . Nothing is accepted yet.
      </p>
      <InvitedSignIn />
    </>
  );
}

function InvitedSignIn() {
  const [isHard, setHard] = useState(false);
  if (isHard)
    return (
      <p>
        You have a second factor: <PageLink to="/sign-in">sign in</PageLink> first, then open this invitation
        again.
      </p>
    );
  return (
    <Form
      submit="Sign in"
      onSubmit={async ({ email = '', password = '' }) => setHard(!(await signIn(email, password)).done)}
    >
      <Field label="E-mail address" name="email" type="email" autoComplete="username" required />
      <Field label="Password" name="password" type="password" autoComplete="current-password" required />
    </Form>
  );
}
