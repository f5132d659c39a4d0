import { Field } from '../../parts/forms/field.tsx';
import { Form } from '../../parts/forms/form.tsx';
import { NewPasswordField } from '../../parts/forms/new-password-field.tsx';
import type { NewPerson } from '../../session/auth.ts';

/** Asks for what makes a person. */
export function SignUpForm({ onSubmit }: { onSubmit(person: NewPerson): Promise<void> }) {
  return (
    <Form
      submit="Sign up"
      onSubmit={({ name = '', email = '', password = '' }) => onSubmit({ name, email, password })}
    >
      <Field label="Your name" name="name" autoComplete="name" required />
      <Field label="E-mail address" name="email" type="email" autoComplete="username" required />
      <NewPasswordField label="Password" name="password" />
    </Form>
  );
}
