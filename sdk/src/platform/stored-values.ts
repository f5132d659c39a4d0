// The small values that say whose events may be recorded, and as whose.

/** The user's choice, which is stored whatever they decide. */
export const CHOICE = 'tracking-disabled';
export const TRACKED = '0';
export const UNTRACKED = '1';

/** That the user is to be forgotten: `1` until the service has answered, then `0`. */
export const FORGOTTEN = 'forgotten';

export const INSTALLATION_ID = 'installation-id';
