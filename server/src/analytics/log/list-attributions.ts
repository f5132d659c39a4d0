import { z } from 'zod';
import { MODEL_NAMES } from '../../attribution/models/model.ts';
import { periodOf } from '../../counters/period.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { optional, text, uuid } from '../../platform/http/procedures/argument-types.ts';
import { isoDate } from '../../platform/http/procedures/date-argument.ts';
import {
  listPage,
  type PageQuery,
  pageArguments,
  readPage,
} from '../../platform/http/procedures/list-page.ts';
import { accountProcedure } from '../../platform/http/procedures/procedure.ts';
import { queryForCustomer } from '../../platform/store/query-for-customer.ts';
import { attributionItem } from './attribution-item.ts';
import { attributionsStatement } from './attributions-statement.ts';

const item = attributionItem.extend({
  link_id: z.uuid().nullable(),
  fraud_rules: z
    .array(z.string())
    .nullable()
    .describe('The fraud rules that flagged the install; null where the plan lacks fraud detection.'),
});
type LogRow = Omit<z.output<typeof item>, 'fraud_rules'> & { readonly fraud_rules: string[] };

const score = z.int('must be a whole number').min(0, 'must be 0 or more').max(100, 'must be 100 or less');

const country = z
  .string()
  .regex(/^(?:[a-z]{2}|unknown)$/i, 'must be a country of two letters, or unknown')
  .transform((code) => (code.length === 2 ? code.toUpperCase() : ''));

const input = z.strictObject({
  p_install_id: optional(uuid).describe('The install, whenever it was: the period then means nothing.'),
  p_app_id: optional(uuid),
  p_team_id: optional(uuid),
  p_date_from: optional(isoDate),
  p_date_to: optional(isoDate),
  p_model: optional(z.enum(MODEL_NAMES, `must be one of ${MODEL_NAMES.join(', ')}`)).describe(
    'The attribution model.',
  ),
  p_channel: optional(text(100)),
  p_campaign_id: optional(uuid),
  p_link_id: optional(uuid),
  p_min_confidence: optional(score).describe('The lowest confidence, 0 to 100.'),
  p_max_confidence: optional(score).describe('The highest confidence, 0 to 100.'),
  p_flagged: optional(z.boolean()).describe('Whether a fraud rule has fired; needs fraud detection.'),
  p_organic: optional(z.boolean()).describe('Whether nothing is known to have led to the install.'),
  p_country: optional(country).describe(
    'The country that the install came from, in two letters, or `unknown`.',
  ),
  ...pageArguments,
});
type Input = z.output<typeof input>;

export const listAttributions = accountProcedure
  .meta({
    tag: 'attribution',
    summary: 'List attributions',
    description:
      'Lists the decisions about the installs of a period, by default of the last 30 days, the newest install first, ' +
      'of the apps of the caller’s teams: the attribution log with filters, which together must hold. Days are UTC. ' +
      '`p_flagged` needs the plan’s feature fraud_detection.',
    role: 'viewer',
    audited: false,
    fails: ['NOT_FOUND', 'FEATURE_NOT_AVAILABLE'],
    shows: ['p_limit'],
  })
  .input(input)
  .output(listPage(item))
  .query(async ({ ctx, input }) => {
    const { access, services } = ctx;
    if (input.p_flagged !== null) access.requireFeature('fraud_detection');
    const seesFraud = access.plan.features.has('fraud_detection');
    requireRange(input);
    const narrowed = {
      appIds: await access.visibleAppIds(input.p_app_id, input.p_team_id),
      installId: input.p_install_id,
      period: periodOf(input.p_date_from, input.p_date_to, services.clock(), 'p_'),
      filter: toFilter(input),
    };
    const read = async ({ last, options: { limit } }: PageQuery) => {
      const { statement, values } = attributionsStatement({ ...narrowed, limit, last });
      const rows = await queryForCustomer<LogRow>(services.workPool, access.accountId, statement, values);
      return rows.map((row) => ({
        id: row.attribution_id,
        createdAt: new Date(row.installed_at),
        row: { ...row, fraud_rules: seesFraud ? row.fraud_rules : null },
      }));
    };
    return readPage('list_attributions', input, read, ({ row }) => row);
  });

function requireRange({ p_min_confidence, p_max_confidence }: Input): void {
  if (p_min_confidence !== null && p_max_confidence !== null && p_min_confidence > p_max_confidence)
    throw new AppError('VALIDATION_ERROR', 'p_min_confidence: must not be above p_max_confidence');
}

function toFilter(input: Input) {
  return {
    model: input.p_model,
    channel: input.p_channel,
    campaignId: input.p_campaign_id,
    linkId: input.p_link_id,
    minConfidence: input.p_min_confidence,
    maxConfidence: input.p_max_confidence,
    flagged: input.p_flagged,
    organic: input.p_organic,
    country: input.p_country,
  };
}
