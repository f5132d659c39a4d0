import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { ContentEncoding } from '../answers/choose-encoding.ts';
import { stampOfFile } from './stamp-of-file.ts';

/** Where scripts/install/build-pages.mjs writes them. */
const FOLDER = fileURLToPath(new URL('../../../../../dist/pages', import.meta.url));
const ENDINGS: Record<ContentEncoding, string> = { identity: '', gzip: '.gz', br: '.br' };

const fileList = z.object({
  files: z.record(z.string(), z.object({ type: z.string(), version: z.string(), compressed: z.boolean() })),
});

/** A file among the built pages. */
export interface BuiltFile {
  readonly path: string;
  readonly type: string;
  /** Changes whenever the content does. */
  readonly version: string;
  /** Whether it is there in every encoding; a picture is not. */
  readonly compressed: boolean;
  read(encoding: ContentEncoding): Promise<Uint8Array<ArrayBuffer>>;
}

/** Finds a file by its path; undefined if there is none. */
type FindFile = (path: string) => BuiltFile | undefined;

/** The pages of a name as they are now; undefined while they have not been built. */
export type BuiltPages = () => Promise<FindFile | undefined>;

/** Reads pages from a folder, in which they may be built anew while the service runs. */
export function openBuiltPages(name: string, folder = join(FOLDER, name)): BuiltPages {
  const list = join(folder, 'files.json');
  let kept: { readonly stamp: string; readonly find: FindFile } | undefined;
  return async () => {
    const stamp = await stampOfFile(list);
    if (stamp === undefined) return undefined;
    if (kept?.stamp !== stamp) kept = { stamp, find: await readList(folder, list) };
    return kept.find;
  };
}

/** Only what the list names is ever read, so that no path leads out of the folder. */
async function readList(folder: string, list: string): Promise<FindFile> {
  const { files } = fileList.parse(JSON.parse(await readFile(list, 'utf8')));
  const known = new Map(Object.entries(files));
  return (path) => {
    const file = known.get(path);
    if (!file) return undefined;
    const read = async (encoding: ContentEncoding) =>
      new Uint8Array(await readFile(join(folder, path + ENDINGS[encoding])));
    return { path, ...file, read };
  };
}
