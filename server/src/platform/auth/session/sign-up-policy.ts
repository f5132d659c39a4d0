import type { Pool } from 'pg';
import { AppError } from '../../errors/errors.ts';
import type { Config } from '../../settings/config.ts';
import { inTransaction } from '../../store/group-commit/in-transaction.ts';

/**
 * Signs a user up if the mode allows it: `open` allows everyone, `closed` nobody, and `invite` invited people and the
 * first user, since someone has to own the installation.
 *
 * This is decided before the address is looked up, so that a refusal does not reveal who has an account or an invitation.
 *
 * @param isInvited whether the request has an invitation to this address
 * @throws AppError FORBIDDEN
 */
export async function signUpWhereAllowed<Result>(
  pool: Pool,
  mode: Config['signUp'],
  isInvited: () => Promise<boolean>,
  signUp: () => Promise<Result>,
): Promise<Result> {
  if (mode === 'open' || (mode === 'invite' && (await isInvited()))) return signUp();
  const signedUp =
    mode === 'invite' && !(await somebodyIsThere(pool)) ? await signUpFirst(pool, signUp) : null;
  if (signedUp === null) throw new AppError('FORBIDDEN', 'sign-up is not open here; ask for an invitation');
  return signedUp.result;
}

async function somebodyIsThere(executor: Pick<Pool, 'query'>): Promise<boolean> {
  const { rows } = await executor.query('select 1 from auth_users limit 1');
  return rows.length > 0;
}

/** Of several concurrent requests, one holds the lock until its sign-up is done; the others are not the first user. */
async function signUpFirst<Result>(
  pool: Pool,
  signUp: () => Promise<Result>,
): Promise<{ result: Result } | null> {
  await pool.query(
    'insert into auth_first_place (id, claimed_at) values (true, now()) on conflict (id) do nothing',
  );
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query('select 1 from auth_first_place for update skip locked');
    if (rows.length === 0 || (await somebodyIsThere(client))) return null;
    return { result: await signUp() };
  });
}
