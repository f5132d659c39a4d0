import type { ClientBase } from 'pg';
import { takeWaitingRows, type WaitingRow } from '../../../../imports/take-waiting-rows.ts';
import type { DeviceIds, ErasedRows, UserOfApp } from '../../erasure.ts';
import { fitting } from '../find-device-ids.ts';
import { keyOfUser } from '../key-of-user.ts';

/** Takes the rows that name one of these users and no device out of those that wait to be imported. */
export async function forgetImportsOfUsers(
  client: ClientBase,
  customerId: string,
  users: readonly UserOfApp[],
): Promise<ErasedRows> {
  if (users.length === 0) return {};
  const wanted = new Set(users.map(keyOfUser));
  const rows = await takeWaitingRows(
    client,
    customerId,
    textsOf(users),
    ({ appId, userId, isOfDevice }) =>
      !isOfDevice && userId !== null && wanted.has(keyOfUser({ app_id: appId, user_id: userId })),
  );
  return { import_batches: rows.length };
}

/** Takes the rows that name a user who was given, in whichever app, out of those that wait to be imported, as far as the pass has room. */
export async function forgetImportsOfGiven(
  client: ClientBase,
  customerId: string,
  ids: DeviceIds,
): Promise<{ erased: ErasedRows; rows: readonly WaitingRow[]; left: readonly WaitingRow[] }> {
  const { given_users = [] } = ids;
  if (given_users.length === 0) return { erased: {}, rows: [], left: [] };
  const wanted = new Set(given_users);
  const texts = given_users.map((user_id) => JSON.stringify(user_id).slice(1, -1));
  const fits = fitting(ids);
  const left: WaitingRow[] = [];
  const rows = await takeWaitingRows(client, customerId, texts, (row) => {
    if (row.userId === null || !wanted.has(row.userId)) return false;
    const isTaken = fits({ ...row.ids, user_id: row.userId });
    if (!isTaken) left.push(row);
    return isTaken;
  });
  return { erased: { import_batches: rows.length }, rows, left };
}

/** Those of the users who are named beside a device in a row that waits to be imported. */
export async function findUsersOfImports(
  client: ClientBase,
  customerId: string,
  users: readonly UserOfApp[],
): Promise<UserOfApp[]> {
  const wanted = new Map(users.map((user) => [keyOfUser(user), user]));
  const found: UserOfApp[] = [];
  await takeWaitingRows(client, customerId, textsOf(users), ({ appId, userId, isOfDevice }) => {
    const user = userId === null ? undefined : wanted.get(keyOfUser({ app_id: appId, user_id: userId }));
    if (isOfDevice && user) found.push(user);
    return false;
  });
  return found;
}

/** As the rows have them, which are JSON. */
function textsOf(users: readonly UserOfApp[]): string[] {
  return users.map(({ user_id }) => JSON.stringify(user_id).slice(1, -1));
}
