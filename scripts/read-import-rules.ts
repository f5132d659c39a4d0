import { join } from 'node:path';

export interface Rule {
  readonly name: string;
  readonly from: { readonly path?: string };
  readonly to: { readonly path?: string; readonly reachable?: false };
}

/** Folders of the server that stand beside each other; each imports those before it, and all lower floors. */
export interface Floor {
  readonly name: string;
  readonly about: string;
  readonly folders: readonly string[];
}

const rules = await import(join(import.meta.dirname, '../.dependency-cruiser.mjs'));

export const RULES: readonly Rule[] = rules.default.forbidden;
/** The lowest first. */
export const FLOORS: readonly Floor[] = rules.FLOORS;
/** Folders of the SDK, the lowest first. */
export const SDK_LAYERS: readonly (readonly string[])[] = rules.SDK_LAYERS;
