import { defineConfig } from 'vite';

const { TRIBUTARY_URL, API_KEY } = process.env;
if (!TRIBUTARY_URL || !API_KEY) throw new Error('TRIBUTARY_URL and API_KEY must be set');

export default defineConfig({
  define: {
    'import.meta.env.TRIBUTARY_URL': JSON.stringify(TRIBUTARY_URL),
    'import.meta.env.API_KEY': JSON.stringify(API_KEY),
  },
});
