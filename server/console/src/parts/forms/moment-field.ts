// Moments as `<input type="datetime-local" step="any">` writes them, of UTC.

/** @param ms Unix ms; null for an empty field */
export function momentText(ms: number | null | undefined): string {
  if (ms == null) return '';
  return new Date(ms).toISOString().replace(/(:00)?(\.000)?Z$/, '');
}

/** Unix ms; null where the field is empty. */
export function momentOf(text: string | undefined): number | null {
  const ms = Date.parse(`${text ?? ''}Z`);
  return Number.isNaN(ms) ? null : ms;
}
