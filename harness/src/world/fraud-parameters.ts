import type { ClientKind } from './action.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How the fraud of the simulated world is done; how much of it there is stands among the installs of `WORLD`. */
export const FRAUD = {
  /** The injected click is sent as the download ends; the app is opened quickly, by people who are waiting for it. */
  injectionToOpen: { median: 5 * SECOND, sigma: 0.9, least: 500 },
  /** Clicks sent for each install that a flooder steals (published: conversion below 0.1 %; here 0.7 %). */
  floodClicksPerInstall: 140,
  floodClicksForVictim: { from: 1, to: 5 },
  floodClicksPerBurst: { from: 8, to: 30 },
  /** An app on the phone that clicks in the background; a server that clicks for bought lists of ids (assumed). */
  deviceFloodEvery: { from: 15 * MINUTE, to: 2 * HOUR },
  deviceFloodClicks: { from: 8, to: 60 },
  sourceFloodVictims: { from: 2, to: 8 },
  sourceFloodClicksPerVictim: 90,
  reusedBy: { from: 6, to: 40 },
  hijackedAfterOpen: 0.5,
  farmInstalls: { from: 8, to: 30 },
  farmModels: 2,
  farmLasts: { from: 2 * HOUR, to: 12 * HOUR },
  fleetInstalls: { from: 5, to: 12 },
  /** Emulators that pretend to be a phone on sale. */
  emulatorHidden: 0.12,
  emulatorOnTokens: 0.9,
  duplicateTimes: { from: 4, to: 9 },
  duplicateWithin: 3 * DAY,
  /** Forged events carry the clock of the forger's machine, or the time they want to claim. */
  forgedClock: { from: 7 * HOUR, to: 20 * DAY },
  /** How much of the SDK is imitated by programs that send events in its name (assumed: most send what is paid for). */
  programs: [
    { share: 0.55, does: { resolvesKey: false, sends: null } },
    { share: 0.2, does: { resolvesKey: false, sends: 'view' } },
    { share: 0.1, does: { resolvesKey: false, sends: 'end before' } },
    { share: 0.1, does: { resolvesKey: true, sends: null } },
    { share: 0.05, does: { resolvesKey: true, sends: 'session' } },
  ] as readonly {
    readonly share: number;
    readonly does: Pick<ClientKind, 'resolvesKey' | 'sends'>;
  }[],
  /** They imitate the SDK, which reports the age of what it sends. */
  forgedAge: 0.88,
};
