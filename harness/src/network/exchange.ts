import type { Platform } from '@tributary/sdk/core';

/** A request of the SDK, and the answer to it. */
export type SdkRequest = Parameters<Platform['http']>[0];
export type SdkResponse = Awaited<ReturnType<Platform['http']>>;

/** Takes a request to a service and its answer back; rejects if there is none. */
export type Transport = (request: SdkRequest) => Promise<SdkResponse>;
