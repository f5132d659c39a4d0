import type { UserOfApp } from '../erasure.ts';

/** Tells users of all apps apart. */
export function keyOfUser({ app_id, user_id }: UserOfApp): string {
  return `${app_id} ${user_id}`;
}
