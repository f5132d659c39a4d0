import type { ImportSource } from '../mappings/import-source.ts';

const TYPES_BY_NAME: Readonly<Record<string, string>> = {
  install: 'install',
  open: 'open',
  session: 'open',
  session_start: 'session_start',
  purchase: 'purchase',
  revenue: 'purchase',
};

/** The event type that another platform's event name means; an unknown one is a custom event. */
export function normaliseEventType(
  name: string,
  { installs, purchases }: NonNullable<ImportSource['translation']>,
): string {
  const key = name.toLowerCase();
  if (installs.includes(key)) return 'install';
  if (purchases.includes(key)) return 'purchase';
  return (Object.hasOwn(TYPES_BY_NAME, key) && TYPES_BY_NAME[key]) || 'custom';
}
