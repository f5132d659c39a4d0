/** The members of a JSON object, or undefined if the text is anything else. */
export function parseObject(text: string | undefined): Record<string, unknown> | undefined {
  try {
    return asObject(JSON.parse(text ?? ''));
  } catch {
    return undefined;
  }
}

/** A plain object, or undefined for anything else. */
export function asObject(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}
