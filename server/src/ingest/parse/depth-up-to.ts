/** The nesting depth of a parsed value, 0 for one without members; at most `limit`. */
export function depthUpTo(limit: number, value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  if (limit <= 1) return 1;
  let deepest = 0;
  const look = (member: unknown) => {
    if (typeof member === 'object' && member !== null)
      deepest = Math.max(deepest, depthUpTo(limit - 1, member));
  };
  // Iterating over an array by key would make a string of each index.
  if (Array.isArray(value)) for (const member of value) look(member);
  else for (const name in value) look((value as Record<string, unknown>)[name]);
  return deepest + 1;
}
