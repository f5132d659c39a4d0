import { z } from 'zod';
import { text } from '../../procedures/argument-types.ts';
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
export const fallbackUrl = target(findWebUrlProblem);
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
