/** What the storage knows of the user's choice, which it has to hold before anybody can read it. */
export interface Consent {
  /** Whether the user has agreed since the start: what was tracked then is stored, whatever they decide later. */
  isGiven: boolean;
}
