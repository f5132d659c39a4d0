import { Field } from './field.tsx';

/** A password that is being chosen. */
export function NewPasswordField({ label, name }: { label: string; name: string }) {
  return (
    <Field
      label={label}
      name={name}
      type="password"
      autoComplete="new-password"
      minLength={10}
      maxLength={128}
      hint="10 to 128 characters."
      required
    />
  );
}
