import { serve } from '@hono/node-server';
import { Hono } from 'hono';

/** The minimum that a redirect on the same HTTP layer can do. */
const app = new Hono().get('/l/:slug', (c) =>
  c.redirect(`https://example.com/landing?from=${c.req.param('slug')}`),
);

serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => process.send?.(port));
