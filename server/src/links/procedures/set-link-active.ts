import { z } from 'zod';
import { uuid } from '../../platform/http/procedures/argument-types.ts';
import { accountProcedure } from '../../platform/http/procedures/procedure.ts';
import { changeLink } from './change-link.ts';
import { findLink } from './find-link.ts';

export const setLinkActive = accountProcedure
  .meta({
    tag: 'links',
    summary: 'Pause or resume a link',
    description:
      'Pauses or resumes a link. While it is paused no click is recorded, and visitors go to the ' +
      'service’s default page. Answers once every instance has confirmed it, or after 10 s. Needs ' +
      'the marketer role in its app’s team.',
    role: 'marketer',
    audited: true,
    fails: ['NOT_FOUND', 'CONFLICT'],
  })
  .input(z.strictObject({ p_link_id: uuid, p_active: z.boolean('must be true or false') }))
  .output(z.void())
  .mutation(async ({ ctx, input }) => {
    // In an archived team it can be paused, and not resumed.
    const archived = !input.p_active;
    const link = await findLink(ctx.em, ctx.access, input.p_link_id, 'marketer', { archived });
    await changeLink(ctx, link, 'set_link_active', { active: input.p_active });
  });
