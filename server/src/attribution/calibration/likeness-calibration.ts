import { z } from 'zod';
import { uuid } from '../../platform/http/procedures/argument-types.ts';
import { accountProcedure } from '../../platform/http/procedures/procedure.ts';
import { calibration, readCalibration } from './read-calibration.ts';

export const likenessCalibration = accountProcedure
  .meta({
    tag: 'attribution',
    summary: 'Show how right likeness is in an app',
    description:
      'Shows how likeness would have decided the installs of an app that name their click, as if they did not: how many ' +
      'it finds, how many of those are right, and how that compares with the confidence that they are given. Made anew ' +
      'daily. Times are Unix ms. Needs the viewer role in the app’s team.',
    role: 'viewer',
    audited: false,
    fails: ['NOT_FOUND'],
  })
  .input(z.strictObject({ p_app_id: uuid }))
  .output(calibration)
  .query(async ({ ctx, input }) => {
    const app = await ctx.access.app(input.p_app_id, 'viewer');
    return readCalibration(ctx.em, app.id);
  });
