// The pages that the install step builds and the service serves. What only their workspaces depend on is removed again
// after the build (page-tools.mjs), so it belongs to the `dependencies` of the workspace, and types to its
// `devDependencies`.

/** The Markdown of the repository: the pages of the guide, and what they link to. */
const MARKDOWN = ['.md', 'docs', 'decisions', 'deploy', 'examples', 'harness/scenarios'];
const READMES = ['sdk/README.md', 'server/client/README.md', 'harness/README.md'];

/**
 * By `name`: the workspace that builds it, the files and folders it is built from (an ending alone: the files of the root
 * that have it), and the arguments of Node that build it; the folder for the result is added to them.
 */
export const PAGES = [
  {
    name: 'guide',
    workspace: 'guide',
    sources: ['guide/src', 'guide/assets', ...MARKDOWN, ...READMES],
    build: ['guide/src/build-guide.ts'],
  },
  {
    name: 'console',
    workspace: 'server/console',
    sources: [
      'server/console/package.json',
      'server/console/index.html',
      'server/console/scripts',
      'server/console/src',
    ],
    build: ['server/console/scripts/build-console.ts'],
  },
];
