import { gzipAsync } from '@gfx/zopfli';

/** Compresses as the service does what it serves to pages (server/src/platform/http/bundle-sdk.ts). */
export const gzipAsServed = (code: string): Promise<Uint8Array> =>
  gzipAsync(new TextEncoder().encode(code), { numiterations: 5 });
