const COMPRESSED = ['br', 'gzip'] as const;

export type ContentEncoding = (typeof COMPRESSED)[number] | 'identity';

/**
 * Chooses the encoding of what is available in all of them: the smallest that the client accepts.
 *
 * @param accepted the Accept-Encoding header
 * @param available the smallest first
 */
export function chooseEncoding(
  accepted: string | undefined,
  available: readonly (typeof COMPRESSED)[number][] = COMPRESSED,
): ContentEncoding {
  const weights = new Map((accepted ?? '').toLowerCase().split(',').map(parseWeight));
  return available.find((name) => (weights.get(name) ?? weights.get('*') ?? 0) > 0) ?? 'identity';
}

function parseWeight(part: string): [name: string, weight: number] {
  const [name = '', ...parameters] = part.split(';').map((text) => text.trim());
  const weight = parameters.find((parameter) => parameter.startsWith('q='));
  return [name, weight === undefined ? 1 : Number(weight.slice(2))];
}
