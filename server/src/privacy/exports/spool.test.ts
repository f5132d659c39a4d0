import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createExports } from './create-exports.ts';
import { openSpool, sweepSpools } from './spool.ts';
import { useExports } from './testing/use-exports.ts';

const { folder, openExports, service, tenant } = useExports();

describe('the file', () => {
  test('has no name, so nothing of it is left, whatever happens', async () => {
    const { document } = await openExports().make({
      customerId: tenant.accountId,
      personId: tenant.accountId,
      maxRows: 10,
    });
    expect(await readdir(folder.path)).not.toContainEqual(expect.stringMatching(/^export-/));
    await document.discard();
  });

  test('of a process that was killed before it took the name away is removed at the next start', async () => {
    await writeFile(join(folder.path, 'export-1'), 'x');
    await writeFile(join(folder.path, 'kept'), 'x');
    await sweepSpools(folder.path);
    expect(await readdir(folder.path)).toContain('kept');
    expect(await readdir(folder.path)).not.toContain('export-1');
    await sweepSpools(join(folder.path, 'missing'));
  });

  test('holds what it may, and one byte more is refused', async () => {
    const spool = await openSpool(folder.path, 10);
    await spool.write(Buffer.alloc(10));
    await expect(spool.write(Buffer.alloc(1))).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
    await spool.close();
    const made = openExports({ maxBytes: 100 });
    await expect(
      made.make({ customerId: tenant.accountId, personId: tenant.accountId, maxRows: 10 }),
    ).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
    await expect(
      made.make({ customerId: tenant.accountId, personId: tenant.accountId, maxRows: 10 }),
    ).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
  });

  test('that cannot be made is an error for its caller, and for no one else', async () => {
    await writeFile(join(folder.path, 'file'), '');
    const blocked = createExports({
      databaseUrl: service.databaseUrl,
      folder: join(folder.path, 'file', 'below'),
      log: service.services.log,
      clock: Date.now,
    });
    for (let turn = 0; turn < 3; turn++)
      await expect(
        blocked.make({ customerId: tenant.accountId, personId: tenant.accountId, maxRows: 10 }),
      ).rejects.toMatchObject({
        code: 'OVERLOADED',
        message: expect.stringContaining('the disk cannot be written to'),
      });
  });
});
