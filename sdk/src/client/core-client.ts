import type { ClientConfig } from '../config/client-config.ts';
import type { ClientStats } from '../engine/read-stats.ts';
import type { DeadLetter } from '../storage/dead-letters.ts';
import type { ReportedProperties } from '../wire/client-fields.ts';

/**
 * What every client can do. What is set before `init` takes effect with it; the promises do not wait for that. Invalid
 * arguments are logged, and nothing throws but what is marked so.
 */
export interface CoreClient<Context> {
  /**
   * Starts the client; a second call does nothing. With a blank key, an invalid `ingestEndpoint` or a context that lacks
   * something the client stays inactive and logs an error; it does not throw.
   */
  init(context: Context, apiKey: string, config?: ClientConfig): void;
  isInitialised(): boolean;
  /**
   * Records an event. A name other than the standard ones is sent as a custom event of that name. The properties
   * revenue (major units), currency, referrer, click_id, campaign_id, channel, referrer_click_ts and install_begin_ts
   * (Unix s) move to the event's top level.
   *
   * @returns a promise that resolves when the event is on disk; it never rejects and need not be awaited
   * @throws IllegalStateException before `init`
   * @example Tributary.trackEvent('purchase', { revenue: 49.9, currency: 'NGN', sku: 'a-1' })
   */
  trackEvent<Given extends object>(eventType: string, properties?: Given & ReportedProperties): Promise<void>;
  /**
   * Records that a screen is shown: a custom event named screen, with the screen's `name` among its properties.
   *
   * @throws IllegalStateException before `init`
   */
  screen<Given extends object>(name: string, properties?: Given & ReportedProperties): Promise<void>;
  /**
   * Associates this and all later events with a user id chosen by the app, even after a restart.
   *
   * @throws IllegalStateException before `init`
   */
  identify(userId: string, traits?: object): Promise<void>;
  /**
   * Adds properties to all later events except identify, until `reset` or the end of the process; null removes one. An
   * event's own properties come first.
   */
  setProperties(properties: object): void;
  /**
   * For when the user signs out: forgets the user id, even after a restart, and what `setProperties` has added. The
   * installation, the user's choice about tracking and the events that are queued stay.
   */
  reset(): Promise<void>;
  /** Sends whatever may be sent now; resolves when that is done, whether or not anything could be sent. */
  flush(): Promise<void>;
  /** From now on nothing is recorded and nothing leaves the device, even after a restart. */
  disableTracking(): Promise<void>;
  /** From now on events are recorded and sent, even after a restart and if `trackingEnabled` is false. */
  enableTracking(): Promise<void>;
  /** The id of this installation, a UUID v4, which all its events carry; undefined before `init`. */
  installationId(): Promise<string | undefined>;
  /** Sent with the next event, so that the service can detect when the app is uninstalled. */
  setPushToken(token: string): Promise<void>;
  /** Sent with every event from now on; only fraud scoring uses it. */
  setIntegrityToken(token: string): void;
  /** What became of the events since `init`, and whether the storage works; all zero before `init`. */
  stats(): Promise<ClientStats>;
  /** The last 50 events that the service can never accept, oldest first, with its reason; none before `init`. */
  deadLetters(): Promise<DeadLetter[]>;
  /** Queues the dead letters again, for example once the service accepts them, and returns how many; 0 before `init`. */
  retryDeadLetters(): Promise<number>;
  /** Stops the client and closes its storage; unsent events stay on disk. `init` may be called again. */
  close(): Promise<void>;
}
