/** The viewer of the reference, and the files of its package that the page loads. */
export const VIEWER = {
  package: 'swagger-ui-dist',
  version: '5.35.0',
  files: ['swagger-ui-bundle.js', 'swagger-ui.css'],
} as const;
