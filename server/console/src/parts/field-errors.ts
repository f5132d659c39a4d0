import { createContext, useContext } from 'react';
import type { ServiceError } from '../http/service-error.ts';

const Context = createContext<ServiceError | null>(null);

/** Around the fields of a form: the error that the service has answered it with. */
export const FieldErrors = Context.Provider;

/** What the service says of the field with this name. */
export function useFieldError(name: string): string | null {
  const error = useContext(Context);
  return error?.field === name ? error.message : null;
}
