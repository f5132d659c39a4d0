import type { OpeningsStand } from './openings-stand.ts';

/** What a listener was told, and what it should have been; both may have more that was seen. */
export interface Seen {
  readonly told: unknown;
  readonly expected: unknown;
}

/** One way in which an app is opened. */
export interface OpeningScenario {
  /** What happens, in the words of the table in docs/sdk/react-native.md. */
  readonly name: string;
  play(stand: OpeningsStand): Promise<Seen>;
}
