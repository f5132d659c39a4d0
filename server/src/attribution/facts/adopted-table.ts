/** How often something is right, per cent, by another figure: `[figure, share]`, both rising. */
export type ShareTable = readonly (readonly [figure: number, share: number])[];

/** What an app has adopted for likeness: its own shares, or null for the shipped ones again. A version is never used twice. */
export interface AdoptedTable {
  readonly version: number;
  /** As reports have them. */
  readonly shares: readonly { readonly share: number; readonly right: number }[] | null;
}
