import { z } from 'zod';
import { csv } from './csv.ts';
import type { SpendSource } from './spend-source.ts';

/** Every source that ad spend can be uploaded from. */
const SPEND_SOURCES = [csv] as const;

/** The name of a source, as a procedure argument. */
export const spendSourceName = z.enum(
  SPEND_SOURCES.map(({ name }) => name),
  `must be one of ${SPEND_SOURCES.map(({ name }) => name).join(', ')}`,
);

/** @throws Error for a name that is not in SPEND_SOURCES: check it before. */
export function spendSourceNamed(name: string): SpendSource {
  const source = SPEND_SOURCES.find((candidate) => candidate.name === name);
  if (!source) throw new Error(`there is no source of ad spend called ${name}`);
  return source;
}
