import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { build } from 'vite';

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
    plugins: [react()],
    build: {
      outDir: resolve(outDir),
      emptyOutDir: true,
      target: 'es2022',
      // Content-Security-Policy refuses `data:`, and every browser that the console supports preloads modules itself.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 600,
      reportCompressedSize: false,
    },
  });
}

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('The folder to build into is missing.');
await buildConsole(folder);
