import type { ReportedProperties } from '../wire/client-fields.ts';
import type { TributaryClient } from './tributary-client.ts';

/** An app's events: the type of each event's properties by its name, undefined for an event without any. */
export type EventMap<Events> = { [Name in keyof Events]: (object & ReportedProperties) | undefined };

type Properties<Given> = undefined extends Given ? [properties?: Given] : [properties: Given];

/**
 * A client whose `trackEvent` takes the events of the app's own map only; the compiler checks their names and properties.
 *
 * @example const tributary: WithEvents<typeof Tributary, { level_up: { level: number } }> = Tributary
 */
export type WithEvents<
  Client extends Pick<TributaryClient<never>, 'trackEvent'>,
  Events extends EventMap<Events>,
> = Omit<Client, 'trackEvent'> & {
  trackEvent<Name extends keyof Events & string>(
    eventType: Name,
    ...properties: Properties<Events[Name]>
  ): Promise<void>;
};
