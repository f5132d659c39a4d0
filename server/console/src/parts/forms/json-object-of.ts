import { ServiceError } from '../../http/service-error.ts';

/** The text of a field as an object; null where it is empty. @throws ServiceError at the field where it is none */
export function jsonObjectOf(field: string, text: string): Record<string, unknown> | null {
  if (text.trim() === '') return null;
  const value = parse(text);
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>;
  throw new ServiceError(`${field}: must be a JSON object`, 400);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
