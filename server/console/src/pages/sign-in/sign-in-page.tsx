import { useEffect, useRef, useState } from 'react';
import { useViewSearch } from '../../address/view-search.ts';
import { toServiceError } from '../../http/service-error.ts';
import { DoorPage } from '../../parts/door-page.tsx';
import { Field } from '../../parts/forms/field.tsx';
import { Form } from '../../parts/forms/form.tsx';
import { PageLink } from '../../parts/page-link.tsx';
import { giveSecondFactor, type SignInStep, signIn, signInByLink } from '../../session/auth.ts';
import { onceShown } from '../../session/once-shown.ts';
import { useEnter } from '../../session/use-enter.ts';
import { useHashToken } from '../../session/use-hash-token.ts';

/** Signs in by password, and by a second factor where there is one; then leads on to where the person wanted to go. */
export function SignInPage() {
  const token = useHashToken();
  return <SignIn key={token} linkToken={token} />;
}

function SignIn({ linkToken }: { linkToken: string | null }) {
  const [twoFactorToken, setToken] = useState<string | null>(null);
  const enter = useEnter();
  const follow = (step: SignInStep) => {
    if (step.done) enter();
    else setToken(step.twoFactorToken);
  };
  const link = useLink(linkToken, follow);
  if (link === 'followed') return <DoorPage title="Sign in">Signing in…</DoorPage>;
  return (
    <DoorPage title="Sign in">
      {link && (
        <p className="form-error" role="alert">
          {link}
        </p>
      )}
      {twoFactorToken === null ? (
        <Password onStep={follow} />
      ) : (
        <SecondFactor token={twoFactorToken} onStep={follow} />
      )}
    </DoorPage>
  );
}

/**
 * Follows a link that an operator made, whose token stands behind the `#` of the address.
 *
 * @returns undefined without one, `followed` while it is tried, then the sentence of why it does not work
 */
function useLink(token: string | null, onStep: (step: SignInStep) => void): string | undefined {
  const isTried = useRef(false);
  const [state, setState] = useState(
    token === null ? 'This link is incomplete. Open it again, as a whole.' : token ? 'followed' : undefined,
  );
  useEffect(() => {
    if (!token || isTried.current) return;
    isTried.current = true;
    // A page that is loaded ahead and never shown would use the link up.
    onceShown()
      .then(() => signInByLink(token))
      .then(onStep, (error: unknown) => setState(toServiceError(error).message));
  }, [token, onStep]);
  return state;
}

function Password({ onStep }: { onStep(step: SignInStep): void }) {
  const search = useViewSearch();
  return (
    <>
      <Form
        submit="Sign in"
        onSubmit={async ({ email = '', password = '' }) => onStep(await signIn(email, password))}
      >
        <Field label="E-mail address" name="email" type="email" autoComplete="username" required />
        <Field label="Password" name="password" type="password" autoComplete="current-password" required />
      </Form>
      <p>
        <PageLink to="/reset-password">I forgot my password</PageLink>
      </p>
      <p>
        New here?{' '}
        <PageLink to="/sign-up" search={search}>
          Sign up
        </PageLink>
      </p>
    </>
  );
}

function SecondFactor({ token, onStep }: { token: string; onStep(step: SignInStep): void }) {
  return (
    <Form
      submit="Continue"
      onSubmit={async ({ code = '' }) => onStep(await giveSecondFactor(code.trim(), token))}
    >
      <Field
        label="Code"
        name="code"
        autoComplete="one-time-code"
        hint="The six digits of your authenticator app, or one of your recovery codes."
        required
        autoFocus
      />
    </Form>
  );
}
