import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../../../node_modules/.cache/node-compile-cache', import.meta.url));

/** What the launcher sets as well: without it a process of ours spends a third more until it is ready. */
export const COMPILE_CACHE = { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? FOLDER };
