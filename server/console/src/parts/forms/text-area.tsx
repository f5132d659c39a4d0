import { type ReactNode, useId } from 'react';
import { useFieldError } from './field-errors.ts';

interface TextAreaProps {
  readonly label: string;
  readonly name: string;
  readonly hint?: ReactNode;
  readonly defaultValue?: string;
  readonly required?: boolean;
  readonly rows?: number;
}

/** A field of a form for several lines, in the letters of code. */
export function TextArea({ label, name, hint, rows = 6, ...area }: TextAreaProps) {
  const id = useId();
  const error = useFieldError(name);
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        name={name}
        rows={rows}
        className="code"
        spellCheck={false}
        aria-describedby={`${id}-notes`}
        aria-invalid={error ? true : undefined}
        {...area}
      />
      <div id={`${id}-notes`}>
        {hint && <p className="hint">{hint}</p>}
        {error && (
          <p className="field-error" role="alert">
            {error}
          </p>
        )}
      </div>
    </div>
  );
}
