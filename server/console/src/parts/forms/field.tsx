import { type InputHTMLAttributes, type ReactNode, type SelectHTMLAttributes, useId } from 'react';
import { useFieldError } from './field-errors.ts';

interface Labelled {
  readonly label: string;
  readonly name: string;
  /** What to enter, in a sentence. */
  readonly hint?: ReactNode;
}

/** A field of a form: its label, its hint, and what the service has said of it. */
export function Field({ label, hint, ...input }: Labelled & InputHTMLAttributes<HTMLInputElement>) {
  const { ids, error } = useField(input.name, hint);
  return (
    <div className="field">
      <label htmlFor={ids.input}>{label}</label>
      <input
        id={ids.input}
        aria-describedby={ids.described}
        aria-invalid={error ? true : undefined}
        {...input}
      />
      <Notes hint={hint} error={error} ids={ids} />
    </div>
  );
}

type SelectProps = Labelled &
  SelectHTMLAttributes<HTMLSelectElement> & {
    readonly options: readonly { readonly id: string; readonly name: string }[];
  };

/** A field that takes one of a few values. */
export function SelectField({ label, hint, options, ...select }: SelectProps) {
  const { ids, error } = useField(select.name, hint);
  return (
    <div className="field">
      <label htmlFor={ids.input}>{label}</label>
      <select
        id={ids.input}
        aria-describedby={ids.described}
        aria-invalid={error ? true : undefined}
        {...select}
      >
        {options.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <Notes hint={hint} error={error} ids={ids} />
    </div>
  );
}

function useField(name: string, hint: ReactNode) {
  const id = useId();
  const error = useFieldError(name);
  const [hintId, errorId] = [`${id}-hint`, `${id}-error`];
  const described = [hint && hintId, error && errorId].filter(Boolean).join(' ') || undefined;
  return { error, ids: { input: id, hint: hintId, error: errorId, described } };
}

interface NotesProps {
  readonly hint: ReactNode;
  readonly error: string | null;
  readonly ids: { readonly hint: string; readonly error: string };
}

function Notes({ hint, error, ids }: NotesProps) {
  return (
    <>
      {hint && (
        <p className="hint" id={ids.hint}>
          {hint}
        </p>
      )}
      {error && (
        <p className="field-error" id={ids.error} role="alert">
          {error}
        </p>
      )}
    </>
  );
}
