import { join } from 'node:path';

export interface Rule {
  readonly name: string;
  readonly from: { readonly path?: string };
  readonly to: { readonly path?: string; readonly reachable?: false };
}

/** Rooms of the server that may all import the layers below them. */
export interface Layer {
  readonly name: string;
  readonly about: string;
  /** The rooms of the same layer that each room may import; they stand before it. */
  readonly rooms: Readonly<Record<string, readonly string[]>>;
}

const rules = await import(join(import.meta.dirname, '../.dependency-cruiser.mjs'));

export const RULES: readonly Rule[] = rules.default.forbidden;
/** The lowest first. */
export const LAYERS: readonly Layer[] = rules.LAYERS;
/** Folders of the SDK, the lowest first. */
export const SDK_LAYERS: readonly (readonly string[])[] = rules.SDK_LAYERS;
