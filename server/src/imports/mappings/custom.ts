import type { ImportSource } from './import-source.ts';
import { SERVICE_FIELDS, type ServiceField } from './service-fields.ts';

/** A file that already uses the service's names and values. */
export const custom: ImportSource = {
  name: 'custom',
  columns: Object.fromEntries(SERVICE_FIELDS.map((field) => [field, field])) as Record<string, ServiceField>,
  translation: null,
};
