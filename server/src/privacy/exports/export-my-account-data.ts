import { z } from 'zod';
import { recordAudit } from '../../accounts/audit/record-audit.ts';
import { optional } from '../../platform/http/procedures/argument-types.ts';
import { accountProcedure } from '../../platform/http/procedures/procedure.ts';
import { SpooledDocument } from '../../platform/http/procedures/spooled-document.ts';
import { exportedDocument } from './exported-document.ts';

const DEFAULT_ROWS = 50_000;
const MAX_ROWS = 200_000;

type Rows = readonly Readonly<Record<string, unknown>>[];

/** An export as clients get it; a `type`, so that the declarations of the client can spell it out. */
type ExportDocument = {
  /** Unix ms. */
  readonly exported_at: number;
  readonly apps: Rows;
  readonly campaigns: Rows;
  readonly links: Rows;
  readonly installs: Rows;
  readonly attributions: Rows;
  readonly events: Rows;
  readonly fraud_flags: Rows;
  readonly payments: Rows;
  readonly devices: Rows;
  readonly ad_spend: Rows;
  readonly teams: Rows;
  readonly members: Rows;
  readonly payment_webhooks: Rows;
  readonly ad_network_configs: Rows;
  readonly sdk_config: Rows;
  readonly audit_log: Rows;
  readonly invitations: Rows;
  readonly keys: Rows;
  readonly tokens: Rows;
  readonly jobs: Rows;
  readonly postbacks: Rows;
  readonly clicks: Rows;
  /** Rows of each table; as many as p_max_rows where there may be more. */
  readonly totals: Readonly<Record<string, number>>;
};

export const exportMyAccountData = accountProcedure
  .meta({
    tag: 'data-rights',
    summary: "Export the account's data",
    description:
      'Exports the account’s data as of one moment: apps, campaigns, links, installs, attributions ' +
      'with their confidence breakdowns, events, fraud flags, payments, devices with their ids, ad ' +
      'spend, teams, members, payment webhooks, ad network configs, SDK configuration, audit log, ' +
      'invitations, API keys, access tokens, import jobs, postbacks, domains, paths of links and clicks, up to `p_max_rows` ' +
      'of each (default 50,000; at most 200,000), and totals. A total of `p_max_rows` means that ' +
      'the table was truncated. Times are Unix ms. Contains no secrets and no tokens that apps ' +
      'sent. Waits for up to 10 s while a device is erased. Deletes nothing. Requires an account ' +
      'owner.',
    role: 'owner',
    audited: true,
    fails: [],
    shows: ['p_max_rows'],
    answer: exportedDocument,
  })
  .input(
    z.strictObject({
      p_max_rows: optional(z.int('must be a whole number').min(1, 'must be 1 or more')),
    }),
  )
  .output(z.custom<ExportDocument>((answer) => answer instanceof SpooledDocument))
  .query(async ({ ctx, input }) => {
    ctx.access.requireAccountOwner();
    const { accountId: customerId } = ctx.access;
    const maxRows = Math.min(input.p_max_rows ?? DEFAULT_ROWS, MAX_ROWS);
    const request = { customerId, personId: ctx.session.userId, maxRows };
    const { document, totals } = await ctx.services.exports.make(request, ctx.signal);
    try {
      await ctx.em.transactional(async (em) => {
        recordAudit(em, ctx, { customerId, action: 'export_my_account_data', details: totals });
      });
    } catch (error) {
      await document.discard();
      throw error;
    }
    ctx.noteDocument(document);
    // Each transport writes the document in its place.
    return document as unknown as ExportDocument;
  });
