/** The platforms that files come from. */
export const SOURCES = [
  { id: 'source_a', name: 'AppsFlyer, raw data' },
  { id: 'source_b', name: 'Adjust, CSV uploads' },
  { id: 'source_c', name: 'Branch, logs' },
  { id: 'custom', name: 'Another, with the service’s own columns' },
] as const;
