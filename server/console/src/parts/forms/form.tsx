import { type FormEvent, type ReactNode, useMemo, useState } from 'react';
import { type ServiceError, toServiceError } from '../../http/service-error.ts';
import { FieldErrors, shownAt } from './field-errors.ts';

/** What a person has entered, by the names of the fields. */
export type Entered = Readonly<Record<string, string>>;

interface FormProps {
  readonly submit: string;
  /** What to do with it; what it throws is shown at the field that it names, or below all of them. */
  onSubmit(entered: Entered): Promise<unknown>;
  readonly children: ReactNode;
  /** Beside the button. */
  readonly beside?: ReactNode;
  /** Empties the fields afterwards. */
  readonly isCleared?: boolean;
}

/** A form that is sent at once or not at all, and says what was wrong. */
export function Form({ submit, onSubmit, children, beside, isCleared = false }: FormProps) {
  const [fields] = useState(() => new Set<string>());
  const [error, setError] = useState<ServiceError | null>(null);
  const answer = useMemo(() => ({ error, fields }), [error, fields]);
  const [isSending, setSending] = useState(false);
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    setSending(true);
    setError(null);
    try {
      await onSubmit(readForm(form));
      if (isCleared) form.reset();
    } catch (thrown) {
      setError(toServiceError(thrown));
    } finally {
      setSending(false);
    }
  };
  return (
    <form className="form" onSubmit={(event) => void send(event)}>
      <FieldErrors value={answer}>{children}</FieldErrors>
      {error && shownAt(error.field, fields) === null && <FormError error={error} />}
      <div className="form-end">
        <button type="submit" className="primary" disabled={isSending}>
          {submit}
        </button>
        {beside}
      </div>
    </form>
  );
}

function FormError({ error: { field, message } }: { error: ServiceError }) {
  return (
    <p className="form-error" role="alert">
      {field ? `${field.replaceAll(/[_.]/g, ' ')}: ${message}` : message}
    </p>
  );
}

/** What stands in the fields of a form now. */
export function readForm(form: HTMLFormElement): Entered {
  const entries = [...new FormData(form)];
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
