import { existsSync } from 'node:fs';
import { readdir, rm, utimes } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { openBackup } from '@tributary/server/run/backup/read-backup';
import type { FaultyOperation } from '../operation.ts';

/** A file is there under its name only if it is whole, and nothing else stays. */
export const backup: FaultyOperation = {
  name: 'backup',
  async prepare(rig, round) {
    const file = join(rig.folder, `backup-${round}`);
    return {
      start: async () => rig.startAdmin(['backup', file]),
      async complete() {
        const wrong: string[] = [];
        await ageDrafts(dirname(file));
        const again = existsSync(file) ? `${file}-again` : file;
        const { code, err } = await rig.admin(['backup', again]);
        if (code !== 0) wrong.push(`backup ended with ${code}: ${err}`);
        for (const made of new Set([file, again]))
          await readWhole(made, rig.passphrase).catch((error) => wrong.push(`${made}: ${error}`));
        const left = (await readdir(dirname(file))).filter((name) => name.endsWith('.part'));
        if (left.length > 0) wrong.push(`left behind: ${left.join(', ')}`);
        for (const made of await readdir(dirname(file)))
          if (made.startsWith(basename(file))) await rm(join(dirname(file), made));
        return wrong;
      },
    };
  },
};

/** Lets the minute pass after which a draft is taken for dead. */
async function ageDrafts(folder: string): Promise<void> {
  const anHourAgo = new Date(Date.now() - 3_600_000);
  for (const name of await readdir(folder))
    if (name.endsWith('.part')) await utimes(join(folder, name), anHourAgo, anHourAgo);
}

async function readWhole(file: string, passphrase: string): Promise<void> {
  await openBackup(file, passphrase, { onProgress: () => {}, signal: new AbortController().signal });
}
