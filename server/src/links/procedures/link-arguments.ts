import { z } from 'zod';
import { displayName, text } from '../../platform/http/procedures/argument-types.ts';
import { findParamsProblem } from '../deferred/find-params-problem.ts';
import { SLUG_PATTERN } from '../slug.ts';
import {
  findAndroidUrlProblem,
  findUssdFallbackProblem,
  findWebUrlProblem,
  type Problem,
} from '../target-url.ts';

const target = (findProblem: (text: string) => Problem) =>
  z.string().superRefine((value, ctx) => {
    const problem = findProblem(value);
    if (problem !== null) ctx.addIssue({ code: 'custom', message: problem });
  });

export const slug = z.string().regex(SLUG_PATTERN, 'must be 3 to 64 characters of a-z, 0-9, - and _');
/** A page on the web. */
export const webUrl = target(findWebUrlProblem);
export const androidUrl = target(findAndroidUrlProblem);
export const ussdFallback = target(findUssdFallbackProblem);

/** A path inside the app, such as `/promo/1?x=2`. */
export const deepLinkPath = text(1024).pipe(
  z
    .string()
    .regex(/^\/(?!\/)[^\p{Cc}\\]*$/u, 'must be a path that begins with one / and has no control characters'),
);

/** What a deferred deep link passes to the app; see find-params-problem.ts. */
export const deferredParams = z.unknown().transform((value, ctx): Record<string, unknown> => {
  const problem = findParamsProblem(value);
  if (problem === null) return value as Record<string, unknown>;
  ctx.addIssue({ code: 'custom', message: problem });
  return z.NEVER;
});

/** How many clicks a link takes. */
export const maxClicks = z
  .int('must be a whole number')
  .min(1, 'must be 1 or more')
  .max(1_000_000_000, 'must be 1,000,000,000 or less');

const utmText = (name: string) =>
  text(300).pipe(z.string().min(1, 'must not be empty')).optional().describe(`utm_${name}`);

/** Parameters of a campaign: `{source: 'x'}` becomes `utm_source=x`. */
export const utm = z
  .strictObject({
    source: utmText('source'),
    medium: utmText('medium'),
    campaign: utmText('campaign'),
    term: utmText('term'),
    content: utmText('content'),
  })
  .refine((given) => Object.keys(given).length > 0, 'must not be empty');

const MAX_TAGS = 20;

export const tag = displayName.pipe(z.string().max(40, 'must be 40 characters or fewer'));

/** Each tag once, in the order given. */
export const tags = z
  .array(tag)
  .max(MAX_TAGS, `must be ${MAX_TAGS} or fewer`)
  .transform((given) => [...new Set(given)]);
