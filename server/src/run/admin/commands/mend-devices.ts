import { Account } from '@tributary/db/accounts/account.entity';
import { findSplitDevices } from '../../../attribution/devices/split/find-split-devices.ts';
import { mendSplitDevice } from '../../../attribution/devices/split/mend-split-device.ts';
import type { AdminCommand } from '../command.ts';
import { withPool } from '../with-pool.ts';

/** Safe while a server is running, and as often as you like. */
export const mendDevices: AdminCommand = {
  args: [],
  help: 'gives ids that earlier versions made devices of to the device that they had been told to belong to',
  details:
    'Earlier versions could attribute a purchase before the event that tied its user to a device: it made a device of its\n' +
    'own. Their purchases and payments become those of the right device, and are credited as they should have been.',
  async run({ databaseUrl, em, print, terminal, clock }) {
    await withPool(databaseUrl, 1, async (pool) => {
      const accounts = await em.find(Account, {}, { fields: ['id'], orderBy: { id: 'asc' } });
      let mended = 0;
      for (const [n, { id }] of accounts.entries()) {
        const at = `account ${n + 1} of ${accounts.length}`;
        terminal.progress(at);
        const onProgress = (events: number) => terminal.progress(`${at}: ${events} events read`);
        for (const split of await findSplitDevices(pool, id, { onProgress })) {
          if (!(await mendSplitDevice(pool, split, clock()))) continue;
          mended++;
          print(`account ${id}: ${split.kind} ${split.value} is of device ${split.whole_id} again`);
        }
      }
      print(`${accounts.length} accounts checked: ${mended} ids given back`);
    });
  },
};
