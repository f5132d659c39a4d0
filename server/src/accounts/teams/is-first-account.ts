import type { EntityManager } from '@mikro-orm/postgresql';

/** A deleted account leaves its receipt: the next one made is not the first. */
const READ = `
  select not exists (select from accounts)
    and not exists (select from erasures where scope = 'account') as first`;

/**
 * Whether no account was ever made here. Two that are made at once are not both the first: where it seems so, the table
 * stays locked against new accounts until the caller's transaction ends.
 */
export async function isFirstAccount(em: EntityManager): Promise<boolean> {
  if (!(await read(em))) return false;
  await em.execute('lock table accounts in share row exclusive mode');
  return read(em);
}

async function read(em: EntityManager): Promise<boolean> {
  const [row] = await em.execute<{ first: boolean }[]>(READ);
  return row?.first === true;
}
