import { createFakeService } from '../../fake-service/fake-service.ts';
import { createTransport } from '../../network/request-transport.ts';
import type { OpenTarget } from '../target-service.ts';

const STARTS_AT = Date.UTC(2026, 0, 1);

/** The service in memory, without attribution or limits: the quickest. */
export const openMemoryTarget: OpenTarget = async (time) => {
  const trueTime = () => STARTS_AT + time.now();
  const service = createFakeService({ clock: trueTime });
  const { apiKey } = service.createApp();
  return {
    about: 'a service in memory',
    ingestEndpoint: 'https://service.test/v1/ingest',
    trueTime,
    isInVirtualTime: true,
    transport: createTransport(time, service.fetch),
    nextKey: async () => apiKey,
    readStored: async () =>
      service.events().map(({ event, occurredAt }) => ({
        eventId: event.event_id,
        name: event.custom_event_name ?? event.event_type,
        properties: event.event_properties ?? {},
        occurredAt,
      })),
    close: async () => {},
  };
};
