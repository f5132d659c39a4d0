import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { FaultyOperation } from '../operation.ts';
import { call, openShop, type Shop } from '../shop.ts';

const DEVICES = 300;

let shop: Shop | undefined;

/** It is whole when asked for again, and its file is gone. */
export const exportData: FaultyOperation = {
  name: 'export',
  async prepare(rig) {
    shop ??= await openShop(rig, DEVICES);
    const { app } = shop;
    const { process } = await rig.server();
    const ask = () => call(rig, app, 'export_my_account_data');
    return {
      start: async () => ({ process, ended: ask().catch(() => {}) }),
      async complete() {
        const { status, body } = await ask();
        const { totals } = body as { totals?: Record<string, number> };
        const wrong: string[] = [];
        if (status !== 200 || totals?.installs !== DEVICES || totals.events !== 2 * DEVICES)
          wrong.push(`the export answered ${status} with ${JSON.stringify(totals)}`);
        const folder = join(rig.env().DATA_DIR ?? '', 'exports');
        const left = existsSync(folder) ? await readdir(folder) : [];
        if (left.length > 0) wrong.push(`files of exports are left: ${left.join(', ')}`);
        return wrong;
      },
    };
  },
};
