import { z } from 'zod';
import { custom } from './custom.ts';
import type { LinkSource } from './link-source.ts';
import { sourceA } from './source-a.ts';
import { sourceB } from './source-b.ts';
import { sourceC } from './source-c.ts';
import { sourceD } from './source-d.ts';
import { sourceE } from './source-e.ts';

/** Every platform that links can be moved from. */
export const LINK_SOURCES = [sourceA, sourceB, sourceC, sourceD, sourceE, custom] as const;
export const LINK_SOURCE_NAMES = LINK_SOURCES.map(({ name }) => name);

export const linkPlatform = z.enum(LINK_SOURCE_NAMES, `must be one of ${LINK_SOURCE_NAMES.join(', ')}`);

/** @throws Error for a name that is not in LINK_SOURCE_NAMES: check it before. */
export function linkSourceNamed(name: string): LinkSource {
  const source = LINK_SOURCES.find((candidate) => candidate.name === name);
  if (!source) throw new Error(`there is no source of links called ${name}`);
  return source;
}
