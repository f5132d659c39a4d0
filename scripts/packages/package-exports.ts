/** Where a CommonJS program finds an entry and its types. */
export const commonJs = (entry: string) => ({ types: `./${entry}.d.ts`, default: `./${entry}.js` });

/** Where programs find an entry that is built as an ES module and as CommonJS. */
export const esModuleOrCommonJs = (entry: string) => ({
  import: { types: `./${entry}.d.mts`, default: `./${entry}.mjs` },
  require: commonJs(entry),
});
