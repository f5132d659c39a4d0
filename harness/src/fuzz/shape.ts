import type { Random } from '../world/random.ts';
import type { FuzzWorld } from './fuzz-world.ts';

/** A request that nobody should send. */
export interface HostileRequest {
  readonly method: string;
  /** As it goes over the wire: printable ASCII. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** One way to be a nuisance. */
export interface Shape {
  readonly name: string;
  /** How many of all requests are of it, beside the shares of the others. */
  readonly share: number;
  make(random: Random, world: FuzzWorld): HostileRequest;
}
