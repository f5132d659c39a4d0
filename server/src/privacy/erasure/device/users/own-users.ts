import type { DeviceIds, UserOfApp } from '../../erasure.ts';
import { keyOfUser } from '../key-of-user.ts';

/** The users of a device whom no other device is known by. */
export function ownUsers({ users = [], users_of_others = [] }: DeviceIds): readonly UserOfApp[] {
  const others = new Set(users_of_others.map(keyOfUser));
  return users.filter((user) => !others.has(keyOfUser(user)));
}

/** Apps and users, in the same order: two arguments of a statement. */
export function appsAndUsers(users: readonly UserOfApp[]): [apps: string[], userIds: string[]] {
  return [users.map(({ app_id }) => app_id), users.map(({ user_id }) => user_id)];
}
