// What `npm pack` and `npm publish` run first in a workspace, whose package.json is not the one that is published.
process.stderr.write(
  'This folder holds the sources of a package, which nobody could install. Run `npm run pack` in the project’s ' +
    'folder: it builds the packages and writes them into dist/packages.\n',
);
process.exit(1);
