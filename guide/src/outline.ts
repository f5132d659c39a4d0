/** A part of the guide: its pages in the order in which a reader needs them. */
export interface Section {
  readonly title: string;
  /** Paths in the repository. One that ends in a slash stands for all pages of that folder, by name. */
  readonly pages: readonly string[];
  /** Shut in the navigation until one of its pages is read. */
  readonly folded?: true;
}

/** The page at `/docs/guide` itself. */
export const START_PAGE = 'docs/README.md';

/**
 * The pages of the guide in the order of reading; the navigation derives from it. Documents of `docs` and `examples` that are
 * not listed come last.
 */
export const OUTLINE: readonly Section[] = [
  { title: 'Start', pages: [START_PAGE, 'docs/first-event.md', 'docs/phone.md', 'docs/console.md'] },
  {
    title: 'Send events',
    pages: [
      'docs/sdk/web.md',
      'docs/sdk/react.md',
      'docs/sdk/react-native.md',
      'docs/sdk/node.md',
      'sdk/README.md',
      'docs/clients.md',
      'docs/events.md',
    ],
  },
  {
    title: 'Examples',
    pages: ['examples/README.md', 'examples/'],
    folded: true,
  },
  {
    title: 'Campaigns and reports',
    pages: ['docs/campaigns.md', 'docs/links.md', 'docs/reports.md', 'docs/attribution-truth.md'],
  },
  { title: 'Payments', pages: ['docs/payments/README.md', 'docs/payments/'] },
  { title: 'Ad networks', pages: ['docs/postbacks/README.md', 'docs/postbacks/'] },
  {
    title: 'Other systems',
    pages: ['docs/imports.md', 'docs/moving-in.md', 'server/client/README.md', 'docs/endpoints.md'],
  },
  {
    title: 'People and privacy',
    pages: ['docs/accounts.md', 'docs/sign-in.md', 'docs/erasure.md', 'docs/privacy.md', 'SECURITY.md'],
  },
  {
    title: 'Run it',
    pages: [
      'docs/running/deployment.md',
      'docs/running/settings.md',
      'docs/running/operations.md',
      'docs/running/scale.md',
      'docs/running/metrics.md',
      'examples/grafana/README.md',
      'docs/running/limits.md',
      'docs/running/benchmarks.md',
    ],
  },
  { title: 'Test with it', pages: ['docs/harness.md', 'harness/README.md'] },
  { title: 'API reference', pages: ['docs/api/README.md', 'docs/api/'], folded: true },
  {
    title: 'The project',
    pages: ['ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'docs/locking.md'],
    folded: true,
  },
  { title: 'Decisions', pages: ['decisions/'], folded: true },
];

/** Where documents go that the outline does not list. */
export const REST: Section = { title: 'More', pages: ['docs/', 'examples/'] };
