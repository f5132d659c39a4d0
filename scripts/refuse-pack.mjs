// What `npm pack` and `npm publish` run first in the project and its workspaces, whose package.json are not the ones that
// are published. npm takes it for the preparation of `npm run pack`, too.
if (!process.env.npm_command?.startsWith('run')) {
  process.stderr.write(
    'This folder holds the sources of a package, which nobody could install. Run `npm run pack` in the project’s ' +
      'folder: it builds the packages and writes them into dist/packages.\n',
  );
  process.exitCode = 1;
}
