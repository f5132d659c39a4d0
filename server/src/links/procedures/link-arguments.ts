import { z } from 'zod';
import { text } from '../../procedures/argument-types.ts';
import { complainAboutParams } from '../deferred/deferred-params.ts';
import { SLUG_PATTERN } from '../slug.ts';
import {
  complainAboutAndroidUrl,
  complainAboutUssdFallback,
  complainAboutWebUrl,
  type Problem,
} from './target-url.ts';

const target = (complain: (text: string) => Problem) =>
  z.string().superRefine((value, ctx) => {
    const problem = complain(value);
    if (problem !== null) ctx.addIssue({ code: 'custom', message: problem });
  });

export const slug = z.string().regex(SLUG_PATTERN, 'must be 3 to 64 of a-z, 0-9, - and _');
export const fallbackUrl = target(complainAboutWebUrl);
export const androidUrl = target(complainAboutAndroidUrl);
export const ussdFallback = target(complainAboutUssdFallback);

/** A path inside the app, as `/promo/1?x=2`. */
export const deepLinkPath = text(1024).pipe(
  z
    .string()
    .regex(/^\/(?!\/)[^\p{Cc}\\]*$/u, 'must be a path that begins with one / and has no control characters'),
);

/** What a deferred deep link hands to the app; see deferred-params.ts. */
export const deferredParams = z.unknown().transform((value, ctx): Record<string, unknown> => {
  const problem = complainAboutParams(value);
  if (problem === null) return value as Record<string, unknown>;
  ctx.addIssue({ code: 'custom', message: problem });
  return z.NEVER;
});
