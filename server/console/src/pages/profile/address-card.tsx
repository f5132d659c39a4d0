import { useState } from 'react';
import { Card } from '../../parts/card.tsx';
import { Field } from '../../parts/forms/field.tsx';
import { Form } from '../../parts/forms/form.tsx';
import type { Person } from './person.ts';
import { useAsk } from './use-ask.ts';

/** One's e-mail address, which changes once the mail to it was followed. */
export function AddressCard({ person: { email, emailVerified } }: { person: Person }) {
  const ask = useAsk();
  const [asked, setAsked] = useState<string | null>(null);
  return (
    <Card title="E-mail address">
      <p>
        You sign in with <b>{email}</b>. {emailVerified ? 'It is confirmed.' : 'It is not confirmed yet.'}
      </p>
      {asked && (
        <p role="status">
          A mail is on its way. The address changes when you follow the link in it; it works for a day.
        </p>
      )}
      <Form
        submit="Change the address"
        isCleared
        onSubmit={async ({ newEmail = '', password = '' }) => {
          await ask('/change-email', { newEmail, password });
          setAsked(newEmail);
        }}
      >
        <Field label="New address" name="newEmail" type="email" autoComplete="email" required />
        <Field
          label="Your password"
          name="password"
          type="password"
          autoComplete="current-password"
          required
        />
      </Form>
    </Card>
  );
}
