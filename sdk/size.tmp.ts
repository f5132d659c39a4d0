import { bundleBrowser, bundleCore } from './src/testing/bundles/bundle-browser.ts';
import { gzipAsServed } from './src/testing/bundles/gzip-as-served.ts';
for (const [n, c] of [['es', await bundleBrowser('es')], ['iife', await bundleBrowser('iife')], ['core', await bundleCore()]] as const) console.log(n, c.length, (await gzipAsServed(c)).length);
