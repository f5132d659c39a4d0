import type { CatalogueModel } from './device-catalogue.ts';
import { FRAUD } from './fraud-parameters.ts';
import { REGIONS } from './regions.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * The parameters of the simulated world. Every figure has a published source, named next to it, or is marked as
 * assumed; assumptions lean towards making attribution harder. None were chosen by looking at the results of
 * attribution or the fraud rules.
 */
export const WORLD = {
  startsAt: Date.UTC(2026, 2, 2),
  days: 14,
  /** Installs per hour of the day, UTC: quiet nights, a peak in the evening (assumed; the usual shape of app traffic). */
  hourly: [4, 3, 2, 2, 3, 4, 6, 7, 8, 8, 9, 9, 10, 10, 9, 9, 10, 11, 13, 14, 13, 11, 8, 6],

  /** Where its people live. */
  regions: REGIONS,
  /** A model that many own, with their share of all people; null where none stands out. */
  dominantModel: null as { readonly share: number; readonly model: CatalogueModel } | null,

  apps: {
    count: 10,
    /** Apps that keep the SDK's default of sending over Wi-Fi only (assumed: half of them change it). */
    wifiOnlyEvery: 2,
    /** Apps that send integrity tokens. */
    tokensEvery: 2,
    /** Apps that switch the SDK's sessions off, whose SDK knows no language, and whose backend tells of some installs (assumed). */
    noSessionsEvery: 5,
    noLanguageEvery: 4,
    backendEvery: 4,
    linksPerKind: { social: 2, message: 1, web: 1, ad: 2, display: 1, publisher: 2, flooder: 1 },
  },

  /**
   * The mix of installs. Organic: vendors report from 40 to 90 % of all (Tune; AppsFlyer's glossary: falling, paid
   * rising). Fraud: 5 to 15 % of spend overall and up to 25 % on open exchanges is published; 12 % in all here.
   */
  installs: {
    organic: 0.408,
    /** Someone at home installs the same app after hearing about it: on the clicker's own network, and organic. */
    household: 0.015,
    link: 0.235,
    ad: 0.14,
    display: 0.015,
    /** A third of those who remove an app eventually install it again (Adjust: 34 %); within two weeks is assumed. */
    again: 0.04,
    /** A company installs the app on its phones: many of one model behind one address, and honest. */
    fleet: 0.001,
    /** Followed by an app's ads for days (assumed). */
    hesitant: 0.008,
    /** A store's page is passed on with its referrer (assumed). */
    shared_link: 0.012,
    click_flooding: 0.008,
    click_reused: 0.008,
    install_hijacking: 0.01,
    device_flooding: 0.004,
    source_flooding: 0.005,
    click_injection: 0.02,
    device_farm: 0.026,
    emulator: 0.018,
    spoofed_sdk: 0.018,
    /** In apps that send no integrity tokens (assumed). */
    spoofed_without_tokens: 0.012,
    forged_token: 0.018,
    duplicate_install: 0.018,
    clock: 0.014,
    /** Countries pay differently: clicks are sent from where an install is worth more (assumed). */
    proxied_click: 0.007,
  },

  people: {
    /** Advertising id deleted or personalisation off: all zeros. Published only as "few"; assumed to be high. */
    optedOut: 0.15,
    /** Apps that pass the device's android_id to the SDK. */
    androidId: 0.8,
    /** People behind one home address (UN household statistics: 2 to 5). */
    householdSize: 3,
    /**
     * Few clocks are exact. Most synchronise over the internet now and then and drift by a second or so in between; the
     * others get their time from the carrier, whose accuracy may be only "in the order of minutes" (3GPP TS 22.042).
     * The shares are assumed.
     */
    clockByCarrier: 0.35,
    clockByCarrierOff: { median: 20 * SECOND, sigma: 0.9, least: SECOND },
    clockDrift: { median: 700, sigma: 1, least: 0 },
    /**
     * A few are set by hand (assumed). Mostly off by minutes; the rest are back at the epoch after a flat battery, or
     * an hour or more wrong.
     */
    clockWrong: 0.01,
    clockOffMinutes: { median: 4 * MINUTE, sigma: 1.2, least: 20 * SECOND },
    clockFarOff: 0.04,
  },

  networks: {
    /** Where someone is at any moment: most mobile data goes over Wi-Fi (published: 55 to 80 %). */
    atHome: 0.5,
    publicWifi: 0.1,
    /** Masked /24s of providers in each region; each contains hundreds of homes. */
    homeNetworks: 150,
    publicWifiNetworks: 15,
    /** Homes that reach the service over IPv6, each with its own network (Google: 45 % worldwide). */
    ipv6Homes: 0.3,
    /**
     * Over 90 % of cellular networks use NAT (Richter et al. 2016): all subscribers of a carrier leave through a few
     * public /24s, often a different one for each new connection.
     */
    carriersPerRegion: 3,
    egressNetworks: 3,
    egressKept: 0.7,
    /** The chance to be on the same network after up to ten minutes, an hour, longer (assumed). */
    stays: [0.93, 0.75, 0.4] as [tenMinutes: number, hour: number, later: number],
  },

  /**
   * Whose networks are of another country than they live in, or seem to be (all assumed; surveys have a third of all people
   * use a VPN at times, few on the phone and all day). With home routing a roaming phone's mobile data leaves through its
   * own carrier (GSMA IR.88).
   */
  abroad: {
    travellers: 0.02,
    /** A VPN on the phone that ends abroad: how often it is on, and left as it is after ten minutes, an hour, longer. */
    tunnelled: 0.03,
    tunnelOn: 0.5,
    tunnelStays: [0.95, 0.8, 0.5] as [tenMinutes: number, hour: number, later: number],
    /** A browser that sends everything through its maker's servers, unlike the apps beside it. */
    browserTunnelled: 0.005,
  },

  browsers: {
    /** In-app browsers reveal the model; Chrome and Samsung's reveal neither model nor version (UA reduction, 2023). */
    inAppShareOnSocial: 0.7,
    inAppShareElsewhere: 0.15,
    firefoxShare: 0.04,
    /** Browsers that hide the phone and tell it when they are asked; others strip such headers (assumed). */
    tellsHints: 0.95,
    /** People whose browser asks for another language than their phone is set to (assumed). */
    ownLanguage: 0.08,
    /** Links opened on a computer or another platform, which never become an install here. */
    otherPlatform: 0.06,
  },

  timing: {
    /**
     * From the click to the tap on "install". Together with download and first open: over 85 % of honest installs
     * within an hour (wire figures; AppsFlyer: 75 % in the first hour, 94 % in a day).
     */
    think: { now: 0.76, soon: 0.18, later: 0.06 },
    thinkNow: { median: 18 * SECOND, sigma: 0.9, least: 2 * SECOND },
    thinkSoon: { median: 8 * MINUTE, sigma: 0.8, least: MINUTE },
    thinkLater: { from: HOUR, to: 5 * DAY },
    download: { median: 30 * SECOND, sigma: 0.8, least: 5 * SECOND },
    open: { now: 0.84, soon: 0.13, later: 0.03 },
    openNow: { median: 10 * SECOND, sigma: 0.9, least: 2 * SECOND },
    openSoon: { median: 9 * MINUTE, sigma: 0.9, least: MINUTE },
    openLater: { from: HOUR, to: DAY },
    /** The SDK's own timer. */
    flushWithin: 30 * SECOND,
    /** No network at the first open, for hours. */
    offline: 0.02,
    untilWifi: { median: 3 * HOUR, sigma: 1.1, least: 5 * MINUTE },
    untilOnline: { median: 2 * HOUR, sigma: 1, least: 2 * MINUTE },
    longestDelay: 4 * DAY,
    /** A restart in between loses the monotonic age of queued events. */
    ageLost: 0.15,
  },

  clicks: {
    /** Clicks without an install for each one with an install (conversion 20 to 30 % on warm links). */
    idlePerInstall: 2.5,
    /** Display: 3 % conversion (published: 1 to 5 %). */
    displayPerInstall: 32,
    doubleTap: 0.03,
    /** Goes back and follows the link again during the download. */
    secondVisit: 0.02,
    /** Had followed another campaign's link in the days before. */
    earlierCampaign: 0.12,
    /** A message preview is fetched before a person follows the link. */
    preview: 0.3,
    /** An ad network's click carries the advertising id. */
    adIdKnown: 0.9,
  },

  evidence: {
    /** The store passes the referrer on; otherwise the person came back by search, or used another store (assumed). */
    referrerKept: 0.82,
    /** The store's own times: older clients report 0. */
    storeTimesKnown: 0.88,
    /** Installed from a web page or a message, with the click id passed to the app. */
    clickIdHandedOver: 0.35,
    /** Organic installs that have a referrer at all. */
    organicReferrer: 0.95,
    /** Those of them that say that the store knows no source: `(not set)`. */
    referrerUnset: 0,
  },

  /** What sends the installs of those who use the app (all assumed). */
  clients: {
    /** In an app with such a backend: without an SDK's key and sessions. */
    byBackend: 0.3,
    /** App versions that have not been updated, of an SDK without sessions. */
    oldSdk: 0.05,
    /** Removed, or without storage, before the session or the proof of its key was sent. */
    historyLost: 0.005,
  },

  integrity: {
    /** Honest devices whose first token does not arrive in time, and those that never have one (no store services). */
    lateToken: 0.03,
    noStoreServices: 0.001,
    /** Rooted or with another system: 0.25 % (Zimperium); half of those keep basic integrity. */
    rooted: 0.0025,
    rootedBasic: 0.5,
  },

  fraud: FRAUD,
};

/** The parameters of a world, as those of `WORLD`. */
export type WorldParameters = typeof WORLD;
