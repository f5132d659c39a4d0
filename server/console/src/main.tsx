import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueries } from './client/create-queries.ts';
import { createPageRouter } from './frame/create-page-router.ts';
import { doubtSession } from './session/session.ts';

const queries = createQueries(doubtSession);
const router = createPageRouter(queries);
const place = document.getElementById('root');
if (!place) throw new Error('the page has no #root');
createRoot(place).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
