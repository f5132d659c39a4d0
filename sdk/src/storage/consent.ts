/** The small value that is stored whatever the user decides: their choice itself. */
export const CHOICE = 'tracking-disabled';

/** The small value that says that the user is to be forgotten: `1` until the service has answered, then `0`. */
export const FORGOTTEN = 'forgotten';

/** What the storage knows of the user's choice, which it has to hold before anybody can read it. */
export interface Consent {
  /** Whether the user has agreed since the start: what was tracked then is stored, whatever they decide later. */
  isGiven: boolean;
}
