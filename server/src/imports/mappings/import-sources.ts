import { z } from 'zod';
import { custom } from './custom.ts';
import type { ImportSource } from './import-source.ts';
import { sourceA } from './source-a.ts';
import { sourceB } from './source-b.ts';
import { sourceC } from './source-c.ts';

/** Every platform that history can be imported from. */
const IMPORT_SOURCES = [sourceA, sourceB, sourceC, custom] as const;
export const IMPORT_SOURCE_NAMES = IMPORT_SOURCES.map(({ name }) => name);

export const sourcePlatform = z.enum(IMPORT_SOURCE_NAMES, `must be one of ${IMPORT_SOURCE_NAMES.join(', ')}`);

/** @throws Error for a name that is not in IMPORT_SOURCE_NAMES: check it before. */
export function importSourceNamed(name: string): ImportSource {
  const source = IMPORT_SOURCES.find((candidate) => candidate.name === name);
  if (!source) throw new Error(`there is no import source called ${name}`);
  return source;
}
