import { randomUUID } from 'node:crypto';
import { Account } from '@tributary/db/accounts/account.entity';
import { openOrm } from '@tributary/db/orm';
import { createTestDatabase } from '@tributary/db/testing/test-database';
import { expect, onTestFinished, test } from 'vitest';
import { createLog } from '../log.ts';
import { announceChanges } from './announce-changes.ts';
import { type Change, openChangeFeed, publishChange } from './change-feed.ts';

/** An account, and a feed that listens to another database: it hears only what it is told in its own process. */
async function deafStand() {
  const [database, elsewhere] = [await createTestDatabase(), await createTestDatabase()];
  const orm = await openOrm(database.url);
  const feed = await openChangeFeed(elsewhere.url, createLog({ logLevel: 'silent' }));
  announceChanges(orm, feed);
  onTestFinished(async () => {
    await feed.close();
    await orm.close(true);
    await Promise.all([database.drop(), elsewhere.drop()]);
  });
  const told: Change[] = [];
  feed.subscribe((change) => told.push(change));
  const em = orm.em.fork();
  const account = { id: randomUUID(), name: 'A', plan: 'free', createdAt: new Date() };
  await em.transactional(async (tx) => {
    tx.create(Account, account);
  });
  return { em, told, change: { kind: 'account', id: account.id } };
}

test('tells this instance of a changed entity by the time that its transaction has committed, and not before', async () => {
  const { em, told, change } = await deafStand();
  await em.transactional(async (tx) => {
    const account = await tx.findOneOrFail(Account, { id: change.id });
    account.plan = 'scale';
    await tx.flush();
    expect(told).toEqual([]);
  });
  expect(told).toEqual([change]);
});

test('tells of what is changed without a transaction of its own, and of what is removed', async () => {
  const { em, told, change } = await deafStand();
  const account = await em.findOneOrFail(Account, { id: change.id });
  account.active = false;
  await em.flush();
  expect(told).toEqual([change]);
  await em.transactional(async (tx) => void tx.remove(tx.getReference(Account, account.id)));
  expect(told).toEqual([change, change]);
});

test('tells nothing of what was rolled back', async () => {
  const { em, told, change } = await deafStand();
  const failing = em.transactional(async (tx) => {
    (await tx.findOneOrFail(Account, { id: change.id })).plan = 'scale';
    await tx.flush();
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(told).toEqual([]);
});

test('refuses to publish where nobody could tell when it is committed', async () => {
  const { em, told } = await deafStand();
  const change = { kind: 'link', slug: 'abc' } as const;
  await expect(publishChange(em, change)).rejects.toThrow('in a transaction');
  const nested = em.transactional((tx) => tx.transactional((inner) => publishChange(inner, change)));
  await expect(nested).rejects.toThrow('in a transaction');
  expect(told).toEqual([]);
});
