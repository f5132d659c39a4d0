import { resolve } from 'node:path';
import locales from '@react-aria/optimize-locales-plugin';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { CHUNK_GROUPS } from './chunk-groups.ts';
import { preloadMain } from './preload-main.ts';

/** Builds the console into a folder: `node server/console/scripts/build-console.ts <folder>`. */
async function buildConsole(outDir: string): Promise<void> {
  // Tests build it as well, and the same.
  process.env.NODE_ENV = 'production';
  await build({
    root: resolve(import.meta.dirname, '..'),
    configFile: false,
    logLevel: 'warn',
    // Addresses of assets are relative, so that the service may stand below a path of its host.
    base: './',
    // The console speaks English, and a screen reader is told so: what it hears of a calendar has to be English as well.
    plugins: [react(), locales.vite({ locales: ['en-US'] }), preloadMain()],
    build: {
      outDir: resolve(outDir),
      emptyOutDir: true,
      target: 'es2022',
      // Content-Security-Policy refuses `data:`, and every browser that the console supports preloads modules itself.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 600,
      reportCompressedSize: false,
      rolldownOptions: { output: { codeSplitting: { groups: [...CHUNK_GROUPS] } } },
    },
  });
}

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('The folder to build into is missing.');
await buildConsole(folder);
