export { createClient, type TributaryClient } from './client/create-client.ts';
export type { DropReason } from './client/event-counts.ts';
export { IllegalStateException } from './client/illegal-state-exception.ts';
export type { ClientStats } from './client/read-stats.ts';
export type { ClientConfig, LogLevel } from './config/client-config.ts';
export type { DeferredDeepLink, DeferredDeepLinkListener } from './deep-links/deferred-deep-link.ts';
export type { DeviceContext, Lease, NetworkKind, Platform } from './platform/platform.ts';
export type { DeadLetter } from './queue/dead-letters.ts';
export type { EventStore, StoredEvent } from './queue/event-store.ts';
