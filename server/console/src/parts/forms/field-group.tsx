import { type ReactNode, useEffect, useRef } from 'react';
import { useFormError } from './field-errors.ts';

interface FieldGroupProps {
  readonly title: string;
  /** Whether it begins open: where there is something in it. */
  readonly isOpen: boolean;
  readonly children: ReactNode;
}

/** Fields that most do without, folded away; what is wrong with one of them opens it. */
export function FieldGroup({ title, isOpen, children }: FieldGroupProps) {
  const group = useRef<HTMLDetailsElement>(null);
  const error = useFormError();
  useEffect(() => {
    if (error && group.current?.querySelector('.field-error')) group.current.open = true;
  }, [error]);
  return (
    <details
      ref={group}
      className="field-group"
      open={isOpen}
      // Else the browser refuses to send the form for a field that nobody sees.
      onInvalidCapture={({ currentTarget }) => {
        currentTarget.open = true;
      }}
    >
      <summary>{title}</summary>
      <div className="group-fields">{children}</div>
    </details>
  );
}
