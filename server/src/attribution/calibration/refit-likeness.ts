import { z } from 'zod';
import { recordAudit } from '../../accounts/audit/record-audit.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { uuid } from '../../platform/http/procedures/argument-types.ts';
import { accountProcedure } from '../../platform/http/procedures/procedure.ts';
import { ADOPTABLE, adoptTable } from './adopt-table.ts';
import { FEWEST_TO_FIT } from './likeness-report.ts';
import { calibration, readCalibration } from './read-calibration.ts';

export const refitLikeness = accountProcedure
  .meta({
    tag: 'attribution',
    summary: 'Choose what the confidence of likeness is taken from',
    description:
      'Lets an app take the confidence of matches by likeness from the table that fits its last report (`own`), or from ' +
      'the one that comes with the service again (`shipped`). Holds in every instance from the answer on, for decisions ' +
      'to come; past ones stay as they were. Returns what `likeness_calibration` does. Needs the developer role in the ' +
      'app’s team.',
    role: 'developer',
    audited: true,
    fails: ['NOT_FOUND', 'CONFLICT'],
  })
  .input(
    z.strictObject({
      p_app_id: uuid,
      p_table: z
        .enum(ADOPTABLE, `must be one of ${ADOPTABLE.join(', ')}`)
        .describe('The app’s own table, or the one that comes with the service.'),
    }),
  )
  .output(calibration)
  .mutation(async ({ ctx, input }) => {
    const app = await ctx.access.app(input.p_app_id, 'developer');
    await ctx.em.transactional(async (em) => {
      const adopted = await adoptTable(em, app.id, input.p_table);
      if (adopted === null)
        throw new AppError(
          'CONFLICT',
          `the app has no table of its own yet: its last report needs at least ${FEWEST_TO_FIT} installs that name a click from their network`,
        );
      recordAudit(em, ctx, {
        customerId: app.customerId,
        action: 'refit_likeness',
        targetType: 'app',
        targetId: app.id,
        details: { table: input.p_table, ...adopted },
      });
    });
    return readCalibration(ctx.em, app.id);
  });
