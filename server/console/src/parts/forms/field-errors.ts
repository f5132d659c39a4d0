import { createContext, useContext, useEffect } from 'react';
import type { ServiceError } from '../../http/service-error.ts';

/** What a form has been answered with, and the fields in it that say it themselves. */
interface FormAnswer {
  readonly error: ServiceError | null;
  readonly fields: Set<string>;
}

const Context = createContext<FormAnswer>({ error: null, fields: new Set() });

/** Around the fields of a form: the error that the service has answered it with. */
export const FieldErrors = Context.Provider;

/** The field that shows what the service says of another: itself, or the nearest one around it, as `tags` for `tags.0`. */
export function shownAt(field: string | null, fields: ReadonlySet<string>): string | null {
  for (let name = field ?? ''; name !== ''; name = name.slice(0, Math.max(0, name.lastIndexOf('.'))))
    if (fields.has(name)) return name;
  return null;
}

/** What a form was last answered with, where that was a refusal. */
export const useFormError = (): ServiceError | null => useContext(Context).error;

/** What the service says of the field with this name, which shows it. */
export function useFieldError(name: string): string | null {
  const { error, fields } = useContext(Context);
  useEffect(() => {
    fields.add(name);
    return () => void fields.delete(name);
  }, [fields, name]);
  return error && shownAt(error.field, fields) === name ? error.message : null;
}
