import type { EntityManager } from '@mikro-orm/postgresql';
import { App } from '@tributary/db/apps/app.entity';
import { Campaign } from '@tributary/db/links/campaign.entity';
import { z } from 'zod';
import { recordAudit } from '../../accounts/audit/record-audit.ts';
import type { Access } from '../../platform/auth/access/access.ts';
import { lockAccountShared } from '../../platform/auth/access/lock-account.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { optional } from '../../platform/http/procedures/argument-types.ts';
import { accountProcedure } from '../../platform/http/procedures/procedure.ts';
import type { SpendRow } from './sources/spend-source.ts';
import { spendSourceName, spendSourceNamed } from './sources/spend-sources.ts';
import { type DaySpend, storeAdSpend } from './store-ad-spend.ts';

export const uploadAdSpend = accountProcedure
  .meta({
    tag: 'campaigns',
    summary: 'Record the ad spend in a file',
    description:
      'Records the ad spend in a file, completely or not at all: a CSV with the columns `date`, ' +
      '`amount`, `currency` and `campaign_id` or `campaign_name`. Amounts of the same campaign, day ' +
      'and currency are replaced. Total rows, as the reports of ad networks have, are skipped, and listed in `skipped`. With `p_dry_run` it only returns what it would do. Needs the ' +
      'marketer role for every campaign in the file.',
    role: 'marketer',
    audited: true,
    fails: ['CONFLICT'],
    shows: ['p_dry_run'],
  })
  .input(
    z.strictObject({
      p_source: spendSourceName,
      p_data: z.string(),
      p_dry_run: optional(z.boolean('must be true or false')),
    }),
  )
  .output(
    z.object({
      rows: z.int(),
      recorded: z.int(),
      corrected: z.int(),
      unchanged: z.int(),
      skipped: z
        .array(
          z.object({ line: z.int().describe('Counted from 1.'), reason: z.string().describe('A sentence.') }),
        )
        .describe('The lines that were not recorded, as they are the sum of others.'),
      dry_run: z.boolean(),
    }),
  )
  .mutation(async ({ ctx, input }) => {
    const { access, services } = ctx;
    access.requireAnywhere('marketer');
    if (input.p_dry_run === true) await services.limits.dryRunsPerAccount.consume(access.accountId);
    const source = spendSourceNamed(input.p_source);
    const data = source.input.safeParse(input.p_data);
    if (!data.success) throw new AppError('VALIDATION_ERROR', `p_data: ${data.error.issues[0]?.message}`);
    const { rows, totals } = await source.read(data.data);
    const dryRun = input.p_dry_run ?? false;
    const undo = new Error('a dry run');
    const counted = { recorded: 0, corrected: 0, unchanged: 0 };
    await lockAccountShared(ctx, async (em, current) => {
      current.requireAnywhere('marketer');
      const spends = await toSpends(em, current, rows);
      const stored = await storeAdSpend(em, current.accountId, spends, source.name, services.clock());
      for (const { before, amount } of stored) {
        if (before === null) counted.recorded++;
        else if (isSameAmount(before, amount)) counted.unchanged++;
        else counted.corrected++;
      }
      if (dryRun) throw undo;
      recordAudit(em, ctx, {
        customerId: current.accountId,
        action: 'upload_ad_spend',
        details: { source: source.name, rows: rows.length, ...counted },
      });
    }).catch((error: unknown) => {
      if (error !== undo) throw error;
    });
    const reason = 'it is a total: it has no date of its own, and names no campaign';
    const skipped = totals.map((line) => ({ line, reason }));
    return { rows: rows.length, ...counted, skipped, dry_run: dryRun };
  });

function isSameAmount(a: string, b: string): boolean {
  const bare = (text: string) => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);
  return bare(a) === bare(b);
}

/**
 * Finds each row's campaign among those whose spend the caller may record. A name means a campaign of a team that is not
 * archived, if there is one.
 *
 * @throws AppError VALIDATION_ERROR, CONFLICT
 */
async function toSpends(em: EntityManager, access: Access, rows: readonly SpendRow[]): Promise<DaySpend[]> {
  const campaigns = await em.find(
    Campaign,
    { customerId: access.accountId },
    { orderBy: { createdAt: 'asc' } },
  );
  const apps = await em.find(App, { customerId: access.accountId });
  const teamOf = new Map(apps.map(({ id, teamId }) => [id, teamId]));
  const mine = campaigns.filter(
    ({ appId }) => appId == null || access.hasRole(teamOf.get(appId) ?? '', 'marketer'),
  );
  const byId = Map.groupBy(mine, ({ id }) => id);
  const isClosed = ({ appId }: { readonly appId?: string | null | undefined }) =>
    appId != null && access.isArchived(teamOf.get(appId) ?? '');
  const byName = Map.groupBy(
    mine.toSorted((one, other) => Number(isClosed(one)) - Number(isClosed(other))),
    ({ name }) => name,
  );
  const seen = new Map<string, string>();
  return rows.map(({ place, campaign, date, amount, currency }) => {
    const found = 'id' in campaign ? byId.get(campaign.id) : byName.get(campaign.name);
    const [only, ...others] = found ?? [];
    if (only === undefined) throw wrong(place, 'there is no such campaign, or it is not yours to change');
    if (isClosed(only)) throw new AppError('CONFLICT', `p_data: ${place}: the team of the app is archived`);
    if (others.some((other) => !isClosed(other)))
      throw wrong(place, 'several campaigns have this name: give campaign_id instead');
    const key = `${only.id} ${date} ${currency}`;
    const before = seen.get(key);
    if (before !== undefined) throw wrong(place, `the same campaign, date and currency as ${before}`);
    seen.set(key, place);
    return { campaignId: only.id, date, currency, amount };
  });
}

function wrong(place: string, problem: string): AppError {
  return new AppError('VALIDATION_ERROR', `p_data: ${place}: ${problem}`);
}
