/** The values that made a rule fire, as a line. */
export const signalsText = (signals: Readonly<Record<string, string | number>>): string =>
  Object.entries(signals)
    .map(([name, value]) => `${name.replaceAll('_', ' ')} ${value}`)
    .join(', ');
