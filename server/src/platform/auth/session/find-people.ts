import type { Pool } from 'pg';

/** A user as the other members of an account see them. */
export interface KnownPerson {
  readonly id: string;
  readonly email: string;
  readonly name: string;
}

/** Finds users by their ids; deleted users are missing from the result. */
export async function findPeople(
  pool: Pool,
  userIds: readonly (string | null | undefined)[],
): Promise<ReadonlyMap<string, KnownPerson>> {
  const ids = [...new Set(userIds)].filter((id) => id != null);
  if (ids.length === 0) return new Map();
  const { rows } = await pool.query<KnownPerson>({
    name: 'find-people',
    text: 'select id, email, name from auth_users where id = any($1::uuid[])',
    values: [ids],
  });
  return new Map(rows.map((person) => [person.id, person]));
}
