import type { Platform, TributaryClient } from '@tributary/sdk/core';

/** What the user of a device has decided about tracking, and whether the SDK has stored it. */
export interface UserChoice {
  isAllowed(): boolean;
  /** Decides, and tells a client that runs. */
  set(isAllowed: boolean, client: TributaryClient<Platform> | undefined): void;
  /** Tells a client that has just been started, unless it can read it. */
  tell(client: TributaryClient<Platform>): void;
  /** To be called with each small value that the SDK has stored. */
  noteStored(key: string, value: string): void;
}

/** Where the SDK stores the choice, and what it stores for an objection. */
const KEY = 'tracking-disabled';
const OBJECTION = '1';

/** @param initially what the user thinks at first */
export function createUserChoice(initially: boolean): UserChoice {
  let isAllowed = initially;
  let isAllowedOnDisk = true;

  function say(client: TributaryClient<Platform>): void {
    void (isAllowed ? client.enableTracking() : client.disableTracking());
  }

  return {
    isAllowed: () => isAllowed,
    set(decided, client) {
      isAllowed = decided;
      if (client) say(client);
    },
    tell(client) {
      if (isAllowed !== isAllowedOnDisk) say(client);
    },
    noteStored(key, value) {
      if (key === KEY) isAllowedOnDisk = value !== OBJECTION;
    },
  };
}
