import type { Random } from '@tributary/server/testing/random';
import type { FuzzWorld } from './fuzz-world.ts';

/** A hostile request. */
export interface HostileRequest {
  readonly method: string;
  /** As sent on the wire: printable ASCII. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** A kind of hostile request. */
export interface Shape {
  readonly name: string;
  /** Its share of all requests, relative to the other shapes. */
  readonly share: number;
  make(random: Random, world: FuzzWorld): HostileRequest;
}
