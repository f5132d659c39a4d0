/** What a page may ask for, the least first. `anyone` needs no account; `account-owner` owns the whole account. */
const ROLES = ['anyone', 'viewer', 'marketer', 'developer', 'owner', 'account-owner'] as const;
export type NeededRole = (typeof ROLES)[number];

/** The role of a person in the team at hand; null without an account. */
export type HeldRole = 'viewer' | 'marketer' | 'developer' | 'owner' | 'account-owner' | null;

/** Whether a role may have what needs another. */
export function mayHave(held: HeldRole, needed: NeededRole): boolean {
  return ROLES.indexOf(held ?? 'anyone') >= ROLES.indexOf(needed);
}

const NAMES: Record<NeededRole, string> = {
  anyone: 'anyone',
  viewer: 'a viewer',
  marketer: 'a marketer',
  developer: 'a developer',
  owner: 'an owner of the team',
  'account-owner': 'an owner of the account',
};

/** As a sentence names a role: "a developer". */
export const nameOfRole = (role: NeededRole): string => NAMES[role];
