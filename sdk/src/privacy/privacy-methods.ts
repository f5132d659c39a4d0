/** What the user was asked and has said; what is left out is not stated. */
export interface ConsentChoices {
  /** Whether the laws of the European Economic Area hold for the user. */
  eea?: boolean;
  /** Whether data about the user may be sent to ad networks. */
  adUserData?: boolean;
  /** Whether it may be used to choose the ads that the user sees. */
  adPersonalization?: boolean;
}

/** What a client does with the user's rights. */
export interface PrivacyMethods {
  /**
   * States what the user agrees to, in place of all that was stated before. It is kept over `reset` and restarts, all
   * later events carry it, and if it has changed it is sent at once.
   *
   * @example Tributary.setConsent({ eea: true, adUserData: true, adPersonalization: false })
   */
  setConsent(choices: ConsentChoices): Promise<void>;
  /**
   * Forgets the user: removes what is queued, stops tracking on this device for good, also after `enableTracking`, and
   * asks the service to erase what this installation has sent, again over restarts until it answers.
   */
  forgetMe(): Promise<void>;
}
