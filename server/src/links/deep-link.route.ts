import { AppError } from '../errors.ts';
import type { FunctionRoute, Handler } from '../http/function-route.ts';
import { answerVisit } from './links.route.ts';

const visit: Handler = (c, services) => {
  const slug = c.req.query('slug');
  if (slug === undefined || slug === '') throw new AppError('VALIDATION_ERROR', 'slug: is missing');
  return answerVisit(c, services, slug);
};

/** `GET /v1/deep-link?slug=` (contract): resolves a short link, records the click and redirects. */
export const deepLinkRoute: FunctionRoute = {
  path: 'deep-link',
  cors: true,
  methods: { GET: visit, HEAD: visit },
};
