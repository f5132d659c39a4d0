/** The services that links are moved from. */
export const SOURCES = [
  { id: 'source_c', name: 'Branch' },
  { id: 'source_d', name: 'Firebase Dynamic Links' },
  { id: 'source_a', name: 'AppsFlyer OneLink' },
  { id: 'source_b', name: 'Adjust' },
  { id: 'source_e', name: 'Short.io' },
  { id: 'custom', name: 'Another, with the names of this service' },
] as const;
