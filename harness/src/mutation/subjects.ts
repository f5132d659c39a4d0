/** Code whose tests are tried, and those tests. */
export interface Subject {
  readonly package: 'sdk' | 'server';
  /** Its sources, from the root. */
  readonly folder: string;
  /** Paths in the package. */
  readonly tests: readonly string[];
}

/** Where a mistake costs money: the queue that must lose nothing, ingest, and the decision. */
export const SUBJECTS: readonly Subject[] = [
  { package: 'sdk', folder: 'sdk/src', tests: ['src/'] },
  {
    package: 'server',
    folder: 'server/src/ingest',
    tests: [
      'src/ingest/',
      'src/attribution/event-queue/',
      'src/attribution/devices/',
      'src/accounts/usage/',
      'src/counters/',
    ],
  },
  {
    package: 'server',
    folder: 'server/src/attribution',
    tests: [
      'src/attribution/',
      'src/fraud-rules/',
      'src/attribution/clicks/',
      'src/links/',
      'src/postbacks/outbox/',
    ],
  },
];
