import { z } from 'zod';
import {
  findAndroidUrlProblem,
  findUssdFallbackProblem,
  findWebUrlProblem,
  type Problem,
} from '../target-url.ts';
import { type LinkRule, PLATFORMS, type Platform } from './rule.ts';

const MAX_RULES = 20;
const MAX_WEIGHT = 1_000_000;

/** A moment, Unix ms. */
export const moment = z.int('must be Unix ms').min(0, 'must be 0 or more').max(8.64e15, 'must be Unix ms');

const when = z.strictObject({
  platform: z
    .enum(PLATFORMS, `must be one of ${PLATFORMS.join(', ')}`)
    .optional()
    .describe('The kind of device.'),
  country: z
    .string()
    .regex(/^[A-Za-z]{2}$/, 'must be a country of two letters')
    .toUpperCase()
    .optional()
    .meta({
      description:
        'Where the visitor is, ISO 3166 in two letters; holds for nobody whose country is not known.',
      examples: ['KE'],
    }),
  language: z
    .string()
    .max(35, 'must be 35 characters or fewer')
    .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/, 'must be a language such as pt or pt-BR')
    .toLowerCase()
    .optional()
    .meta({ description: 'The visitor’s first choice; pt includes pt-BR.', examples: ['pt'] }),
  from: moment.optional().describe('From this moment on, Unix ms.'),
  until: moment.optional().describe('Before this moment, Unix ms.'),
});

const linkRule: z.ZodType<LinkRule> = z
  .strictObject({
    when: when.describe('Everything in it must hold; empty holds for everyone.'),
    url: z.string().describe('Where the rule leads.'),
    weight: z
      .int('must be a whole number')
      .min(1, 'must be 1 or more')
      .max(MAX_WEIGHT, `must be ${MAX_WEIGHT} or less`)
      .optional()
      .describe('Its share of those for whom several rules with weights hold.'),
  })
  .superRefine(({ when: { platform, from, until }, url }, ctx) => {
    const problem = findUrlProblem(platform, url);
    if (problem !== null) ctx.addIssue({ code: 'custom', path: ['url'], message: problem });
    if (from !== undefined && until !== undefined && until <= from)
      ctx.addIssue({ code: 'custom', path: ['when', 'until'], message: 'must be after from' });
  });

/** The rules of a link, in order. */
export const linkRules = z.array(linkRule).max(MAX_RULES, `must be ${MAX_RULES} or fewer`);

/** Only a rule for one kind of phone may lead to what only that kind opens. */
function findUrlProblem(platform: Platform | undefined, url: string): Problem {
  if (platform === 'android') return findAndroidUrlProblem(url);
  return platform === 'feature_phone' ? findUssdFallbackProblem(url) : findWebUrlProblem(url);
}
