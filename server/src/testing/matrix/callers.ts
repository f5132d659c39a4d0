/** Every kind of caller, in the order of the columns of a MatrixRow. */
export const CALLERS = [
  'no apikey',
  'no session',
  'expired session',
  'no account',
  'viewer',
  'marketer',
  'developer',
  'owner',
  'member of another team',
  'other tenant',
] as const;
export type Caller = (typeof CALLERS)[number];
