export { PROFILES, type Profile, type ProfileName } from './devices/profiles.ts';
export { createSimulatedDevice, type DeviceParts, type SimulatedDevice } from './devices/simulated-device.ts';
export type { FakeApp } from './fake-service/fake-app.ts';
export { createFakeService, type FakeService, type FakeServiceOptions } from './fake-service/fake-service.ts';
export type { AcceptedEvent, FakeAttribution, FakeLink } from './fake-service/fake-state.ts';
export {
  type FakeTributary,
  type FakeTributaryOptions,
  useFakeTributary,
} from './fake-service/use-fake-tributary.ts';
export type { Condition } from './network/conditions.ts';
export { createTransport } from './network/request-transport.ts';
export { createVirtualTime, type VirtualTime } from './network/virtual-time.ts';
