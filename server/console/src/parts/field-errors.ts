import { createContext, useContext, useEffect } from 'react';
import type { ServiceError } from '../http/service-error.ts';

/** What a form has been answered with, and the fields in it that say it themselves. */
interface FormAnswer {
  readonly error: ServiceError | null;
  readonly fields: Set<string>;
}

const Context = createContext<FormAnswer>({ error: null, fields: new Set() });

/** Around the fields of a form: the error that the service has answered it with. */
export const FieldErrors = Context.Provider;

/** What the service says of the field with this name, which shows it. */
export function useFieldError(name: string): string | null {
  const { error, fields } = useContext(Context);
  useEffect(() => {
    fields.add(name);
    return () => void fields.delete(name);
  }, [fields, name]);
  return error?.field === name ? error.message : null;
}
