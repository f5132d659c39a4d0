import { z } from 'zod';
import { text } from '../session/argument-types.ts';
import { SLUG_PATTERN } from './slug.ts';
import {
  type Complaint,
  complainAboutAndroidUrl,
  complainAboutUssdFallback,
  complainAboutWebUrl,
} from './target-url.ts';

const MAX_PARAMS_BYTES = 4096;
const MAX_PARAMS = 50;

const target = (complain: (text: string) => Complaint) =>
  z.string().superRefine((value, ctx) => {
    const complaint = complain(value);
    if (complaint !== null) ctx.addIssue({ code: 'custom', message: complaint });
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

/** What a deferred deep link hands to the app: a JSON object of at most 50 members and 4 KB. */
export const deferredParams = z
  .record(z.string(), z.json(), 'must be a JSON object')
  .refine((params) => Object.keys(params).length <= MAX_PARAMS, `must have at most ${MAX_PARAMS} members`)
  .refine(
    (params) => Buffer.byteLength(JSON.stringify(params)) <= MAX_PARAMS_BYTES,
    `must be at most ${MAX_PARAMS_BYTES} bytes of JSON`,
  )
  .refine((params) => !/\\u0000|\\ud[89a-f]/i.test(JSON.stringify(params)), 'must be well-formed text');
