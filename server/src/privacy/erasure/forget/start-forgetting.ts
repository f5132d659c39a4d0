import { randomUUID } from 'node:crypto';
import { AuditEntry } from '@tributary/db/accounts/audit-entry.entity';
import type { MikroORM } from '@tributary/db/orm';
import type { Installation } from '../installation/installation.ts';

interface StartParts {
  readonly orm: MikroORM;
  /** Unix ms. */
  readonly now: number;
  readonly requestId: string;
}

/** From its commit on no instance stores anything of the installation. */
const REMEMBER = `
  insert into forgotten_installations (customer_id, app_id, device_key, receipt_id, forgotten_at)
  values (?, ?, ?, ?, ?) on conflict do nothing returning receipt_id`;

/** Waits for whoever is about to remember it no longer. */
const FIND = `
  select receipt_id from forgotten_installations where customer_id = ? and app_id = ? and device_key = ? for share`;

const ERASE = `
  insert into erasures (receipt_id, customer_id, app_id, scope, requested_at, due_at, ids)
  values (?, ?, ?, 'installation', ?, ?, ?)`;

/**
 * Refuses an installation from now on, and has what it sent erased by the workers. Audited without ids and without an
 * address: the log would keep what is being erased.
 *
 * @returns the id of the receipt; of one that was forgotten before, that of the first time.
 */
export async function startForgetting(parts: StartParts, installation: Installation): Promise<string> {
  return (await tryForgetting(parts, installation)) ?? startForgetting(parts, installation);
}

/** Undefined where it was remembered at first, and no longer at last. */
function tryForgetting(
  { orm, now, requestId }: StartParts,
  { customerId, appId, installationId, deviceKey }: Installation,
): Promise<string | undefined> {
  const at = new Date(now).toISOString();
  const receiptId = randomUUID();
  return orm.em.fork().transactional(async (em) => {
    const key = [customerId, appId, deviceKey];
    const added = await em.execute(REMEMBER, [...key, receiptId, at]);
    if (added.length === 0) {
      const [known] = await em.execute<{ receipt_id: string }[]>(FIND, key);
      return known?.receipt_id;
    }
    const ids = JSON.stringify({ installation_id: [installationId] });
    await em.execute(ERASE, [receiptId, customerId, appId, at, at, ids]);
    em.create(AuditEntry, {
      id: randomUUID(),
      customerId,
      userId: null,
      action: 'forget_installation',
      targetType: 'receipt',
      targetId: receiptId,
      details: { app_id: appId },
      ip: null,
      requestId,
      createdAt: new Date(now),
    });
    return receiptId;
  });
}
