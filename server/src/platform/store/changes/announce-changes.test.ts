import { randomUUID } from 'node:crypto';
import { Account } from '@tributary/db/accounts/account.entity';
import { openOrm } from '@tributary/db/orm';
import { createTestDatabase } from '@tributary/db/testing/test-database';
import { expect, onTestFinished, test } from 'vitest';
import { createLog } from '../../log.ts';
import { announceChanges } from './announce-changes.ts';
import { type Change, openChangeFeed, publishChange } from './change-feed.ts';

/**
 * An account, and a feed connected to another database, so that it receives only announcements within its own process.
 */
async function detachedFeed() {
  const [database, elsewhere] = [await createTestDatabase(), await createTestDatabase()];
  const orm = openOrm(database.url);
  const feed = await openChangeFeed(elsewhere.url, createLog({ logLevel: 'silent' }));
  announceChanges(orm, feed);
  onTestFinished(async () => {
    await feed.close();
    await orm.close(true);
    await Promise.all([database.drop(), elsewhere.drop()]);
  });
  const announced: Change[] = [];
  feed.subscribe((change) => announced.push(change));
  const em = orm.em.fork();
  const account = { id: randomUUID(), name: 'A', plan: 'free', createdAt: new Date() };
  await em.transactional(async (tx) => {
    tx.create(Account, account);
  });
  return { em, announced, change: { kind: 'account', id: account.id } };
}

test('announces a changed entity to its own instance when its transaction has committed, and not before', async () => {
  const { em, announced, change } = await detachedFeed();
  await em.transactional(async (tx) => {
    const account = await tx.findOneOrFail(Account, { id: change.id });
    account.plan = 'scale';
    await tx.flush();
    expect(announced).toEqual([]);
  });
  expect(announced).toEqual([change]);
});

test('announces changes made without an explicit transaction, and removals', async () => {
  const { em, announced, change } = await detachedFeed();
  const account = await em.findOneOrFail(Account, { id: change.id });
  account.active = false;
  await em.flush();
  expect(announced).toEqual([change]);
  await em.transactional(async (tx) => void tx.remove(tx.getReference(Account, account.id)));
  expect(announced).toEqual([change, change]);
});

test('announces nothing that was rolled back', async () => {
  const { em, announced, change } = await detachedFeed();
  const failing = em.transactional(async (tx) => {
    (await tx.findOneOrFail(Account, { id: change.id })).plan = 'scale';
    await tx.flush();
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(announced).toEqual([]);
});

test('refuses to publish where the commit cannot be observed', async () => {
  const { em, announced } = await detachedFeed();
  const change = { kind: 'link', key: 'abc' } as const;
  await expect(publishChange(em, change)).rejects.toThrow('in a transaction');
  const nested = em.transactional((tx) => tx.transactional((inner) => publishChange(inner, change)));
  await expect(nested).rejects.toThrow('in a transaction');
  expect(announced).toEqual([]);
});
