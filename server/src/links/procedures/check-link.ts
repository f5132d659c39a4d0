import { z } from 'zod';
import { AppError } from '../../platform/errors/errors.ts';
import { uuid } from '../../platform/http/procedures/argument-types.ts';
import { accountProcedure } from '../../platform/http/procedures/procedure.ts';
import { checkLink as lookAt } from '../doctor/check-link.ts';
import { CHECK_NAMES, CHECK_STATUSES, CHECKED_PLATFORMS } from '../doctor/link-check.ts';
import { readCheckedLink } from '../doctor/read-checked-link.ts';
import { findLink } from './find-link.ts';

const linkCheck = z.object({
  platform: z.enum(CHECKED_PLATFORMS).describe('Whom it concerns.'),
  check: z.enum(CHECK_NAMES).describe('What was looked at.'),
  status: z.enum(CHECK_STATUSES).describe('An error keeps visitors from where they should be.'),
  detail: z.string().describe('What was found.'),
  fix: z.string().nullable().describe('What to do about it; null for nothing.'),
});

export const checkLink = accountProcedure
  .meta({
    tag: 'links',
    summary: 'Check a link',
    description:
      'What each platform would do with a link, and why: its state, where it leads, `assetlinks.json` and ' +
      '`apple-app-site-association` of its host as Google and Apple fetch them, the pages in the stores, the fallback and ' +
      'the image, each with what to do. Asks other hosts, so up to 10 times a minute in an account. Needs the marketer ' +
      'role in its app’s team.',
    role: 'marketer',
    audited: false,
    fails: ['NOT_FOUND', 'RATE_LIMIT'],
  })
  .input(z.strictObject({ p_link_id: uuid }))
  .output(z.object({ checks: z.array(linkCheck) }))
  .mutation(async ({ ctx, input }) => {
    const { em, access, services } = ctx;
    const link = await findLink(em, access, input.p_link_id, 'marketer', { archived: true });
    await services.limits.linkChecksPerAccount.consume(access.accountId);
    const checked = await readCheckedLink({ em, pool: services.workPool, ...services }, link);
    if (checked === null) throw new AppError('NOT_FOUND', 'no such link');
    return { checks: await lookAt(services.getter, checked) };
  });
