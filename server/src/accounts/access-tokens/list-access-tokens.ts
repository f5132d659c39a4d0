import { AccessToken } from '@tributary/db/accounts/access-token.entity';
import { z } from 'zod';
import { findPeople } from '../../platform/auth/session/find-people.ts';
import { optional, uuid } from '../../platform/http/procedures/argument-types.ts';
import { listPage, pageArguments, readPage } from '../../platform/http/procedures/list-page.ts';
import { accountProcedure } from '../../platform/http/procedures/procedure.ts';
import { accessTokenItem, toAccessTokenItem } from './access-token-item.ts';

export const listAccessTokens = accountProcedure
  .meta({
    tag: 'access-tokens',
    summary: 'List access tokens',
    description:
      'Lists the caller’s access tokens, or everyone’s for an account owner, newest first; never ' +
      'the tokens themselves.',
    role: 'viewer',
    audited: false,
    fails: [],
    shows: ['p_limit'],
  })
  .input(z.strictObject({ p_token_id: optional(uuid), p_user_id: optional(uuid), ...pageArguments }))
  .output(listPage(accessTokenItem))
  .query(async ({ ctx, input }) => {
    const { em, access, session, services } = ctx;
    const narrowed = {
      $and: [
        { customerId: access.accountId },
        ...(access.ownsAccount ? [] : [{ userId: session.userId }]),
        ...(input.p_user_id === null ? [] : [{ userId: input.p_user_id }]),
        ...(input.p_token_id === null ? [] : [{ id: input.p_token_id }]),
      ],
    };
    const page = await readPage(
      'list_access_tokens',
      input,
      ({ after, options }) => em.find(AccessToken, { $and: [narrowed, after] }, options),
      (token) => token,
    );
    const people = await findPeople(
      services.workPool,
      page.items.map(({ userId }) => userId),
    );
    const now = services.clock();
    const items = page.items.map((token) =>
      toAccessTokenItem(token, people.get(token.userId)?.email ?? '', now),
    );
    return { ...page, items };
  });
