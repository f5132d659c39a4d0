import { lockAccountShared } from '../../platform/auth/access/lock-account.ts';
import { accountProcedure } from '../../platform/http/procedures/procedure.ts';
import { addLink, madeLink, refuseTakenSlug } from './new-link.ts';
import { newLink } from './new-link-arguments.ts';

export const createDeepLink = accountProcedure
  .meta({
    tag: 'links',
    summary: 'Create a short link',
    description:
      'Creates a short link of an app. Its channel is the given one, else its campaign’s, else ' +
      '`unknown`. Needs the marketer role in the app’s team; a slug that is taken, in any account, ' +
      'is a 409.',
    role: 'marketer',
    audited: true,
    fails: ['NOT_FOUND', 'CONFLICT'],
    shows: ['p_channel', 'p_android_url', 'p_deep_link_path', 'p_deferred_params', 'p_rules', 'p_tags'],
  })
  .input(newLink)
  .output(madeLink)
  .mutation(({ ctx, input }) =>
    lockAccountShared(ctx, (em, access) => addLink(em, access, ctx, input, 'create_deep_link')).catch(
      refuseTakenSlug,
    ),
  );
