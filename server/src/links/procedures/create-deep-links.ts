import { z } from 'zod';
import { lockAccountShared } from '../../platform/auth/access/lock-account.ts';
import { toAppError } from '../../platform/errors/to-app-error.ts';
import { type AccountContext, accountProcedure } from '../../platform/http/procedures/procedure.ts';
import { addLink, madeLink, refuseTakenSlug } from './new-link.ts';
import { newLink } from './new-link-arguments.ts';

const MAX_LINKS = 100;

const links = z
  .array(z.record(z.string(), z.unknown(), 'must be an object'))
  .min(1, 'must not be empty')
  .max(MAX_LINKS, `must be ${MAX_LINKS} or fewer`);

const refused = z.object({ error: z.string().describe('Why this link was not made.') });

/** Failures of one link; any other is the whole request's. */
const OF_ONE_LINK = new Set(['VALIDATION_ERROR', 'NOT_FOUND', 'FORBIDDEN', 'CONFLICT']);

export const createDeepLinks = accountProcedure
  .meta({
    tag: 'links',
    summary: 'Create many short links',
    description:
      'Creates up to 100 short links. `p_links` has the arguments of `create_deep_link` for each; the answer has, in the ' +
      'same order, what `create_deep_link` answers, or `{"error": "…"}` for one that was not made: the others are. ' +
      'Needs the marketer role in each app’s team.',
    role: 'marketer',
    audited: true,
    fails: [],
  })
  .input(z.strictObject({ p_links: links }))
  .output(z.array(z.union([madeLink, refused])))
  .mutation(async ({ ctx, input }) => {
    ctx.access.requireAnywhere('marketer');
    const results: (z.output<typeof madeLink> | z.output<typeof refused>)[] = [];
    for (const link of input.p_links) results.push(await createOne(ctx, link));
    return results;
  });

async function createOne(ctx: AccountContext, given: Record<string, unknown>) {
  try {
    const link = newLink.parse(given);
    return await lockAccountShared(ctx, (em, access) =>
      addLink(em, access, ctx, link, 'create_deep_links'),
    ).catch(refuseTakenSlug);
  } catch (thrown) {
    const error = toAppError(thrown);
    if (!OF_ONE_LINK.has(error.code)) throw thrown;
    return { error: error.message };
  }
}
