import { useState } from 'react';
import { useViewSearch } from '../../address/view-search.ts';
import { DoorPage } from '../../parts/door-page.tsx';
import { Field } from '../../parts/forms/field.tsx';
import { Form } from '../../parts/forms/form.tsx';
import { NewPasswordField } from '../../parts/forms/new-password-field.tsx';
import { PageLink } from '../../parts/page-link.tsx';
import { askSignIn } from '../../session/auth.ts';
import { useHashToken } from '../../session/use-hash-token.ts';

/** Asks for a mail, or, opened by the link in it, for the new password. */
export function ResetPasswordPage() {
  const token = useHashToken();
  const { error } = useViewSearch();
  if (token) return <NewPassword key={token} token={token} />;
  return (
    <DoorPage title="Set a new password">
      {error && (
        <p role="alert">This link was used already, or is older than an hour. Ask for another one.</p>
      )}
      {token === null && (
        <p role="alert">
          This link is incomplete. Open the link of the mail again, as a whole, or ask for another one.
        </p>
      )}
      <AskForMail />
    </DoorPage>
  );
}

function AskForMail() {
  const [isSent, setSent] = useState(false);
  if (isSent)
    return (
      <p role="status">
        If somebody has this address, a mail with a link is on its way. The link works once, for an hour. A
        service without a mail server writes it to its log, where whoever runs the service finds it.
      </p>
    );
  return (
    <Form
      submit="Mail me a link"
      onSubmit={async ({ email = '' }) => {
        await askSignIn('/request-password-reset', { email });
        setSent(true);
      }}
    >
      <Field label="E-mail address" name="email" type="email" autoComplete="username" required />
    </Form>
  );
}

function NewPassword({ token }: { token: string }) {
  const [isSet, setSet] = useState(false);
  if (isSet)
    return (
      <DoorPage title="Your password is set">
        <p>
          Everybody who was signed in as you no longer is. Access tokens keep working: revoke those that you
          do not know.
        </p>
        <p>
          <PageLink to="/sign-in">Sign in</PageLink>
        </p>
      </DoorPage>
    );
  return (
    <DoorPage title="Set a new password">
      <Form
        submit="Set the password"
        onSubmit={async ({ newPassword = '' }) => {
          await askSignIn('/reset-password', { token, newPassword });
          setSet(true);
        }}
        beside={<PageLink to="/reset-password">Ask for another link</PageLink>}
      >
        <NewPasswordField label="New password" name="newPassword" />
      </Form>
    </DoorPage>
  );
}
