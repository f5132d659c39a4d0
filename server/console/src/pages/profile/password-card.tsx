import { useState } from 'react';
import { Card } from '../../parts/card.tsx';
import { Field } from '../../parts/forms/field.tsx';
import { Form } from '../../parts/forms/form.tsx';
import { NewPasswordField } from '../../parts/forms/new-password-field.tsx';
import { useAsk } from './use-ask.ts';

/** One's password. */
export function PasswordCard() {
  const ask = useAsk();
  const [isSet, setSet] = useState(false);
  return (
    <Card title="Password">
      {isSet && <p role="status">Your password is changed. Your other sessions have ended.</p>}
      <Form
        submit="Change the password"
        isCleared
        onSubmit={async ({ currentPassword = '', newPassword = '' }) => {
          await ask('/change-password', { currentPassword, newPassword });
          setSet(true);
        }}
      >
        <Field
          label="Current password"
          name="currentPassword"
          type="password"
          autoComplete="current-password"
          required
        />
        <NewPasswordField label="New password" name="newPassword" />
      </Form>
    </Card>
  );
}
