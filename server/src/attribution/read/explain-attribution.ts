import type { Installs } from '@tributary/db/tables';
import type { Pool } from 'pg';
import { z } from 'zod';
import { queryForCustomer } from '../../data-plane/query-for-customer.ts';
import { AppError } from '../../errors.ts';
import { loadEvents } from '../../event-queue/load-events.ts';
import { uuid } from '../../procedures/argument-types.ts';
import { accountProcedure } from '../../procedures/procedure.ts';
import { decide } from '../decide/decide.ts';
import { findCandidates } from '../decide/find-candidates.ts';
import { toInstallFacts } from '../decide/to-install-facts.ts';
import { attributionSettings } from '../facts/attribution-settings.ts';
import { considered, decision, readStoredDecision, toConsidered, toDecisionItem } from './decision-item.ts';

const FIND_INSTALL = {
  name: 'find-install-by-id',
  text: `
    select install_id, app_id, device_id, event_id, kind, round(extract(epoch from installed_at) * 1000)::float8 as installed_at
    from installs where customer_id = $1 and install_id = $2`,
};

interface InstallRow extends Pick<Installs, 'install_id' | 'app_id' | 'device_id' | 'event_id'> {
  readonly kind: 'install' | 'reinstall';
  readonly installed_at: number;
}

export const explainAttribution = accountProcedure
  .meta({
    tag: 'attribution',
    summary: 'Explain an attribution',
    description:
      'Explains an attribution: what was decided, every click that would be considered for the ' +
      'install now, and what would be decided now with the app’s current settings (null if the ' +
      'event no longer exists). Changes nothing. Times are Unix ms. Needs the viewer role in the ' +
      'app’s team.',
    role: 'viewer',
    audited: false,
    fails: ['NOT_FOUND'],
  })
  .input(z.strictObject({ p_install_id: uuid }))
  .output(
    z.object({
      install_id: z.uuid(),
      app_id: z.uuid(),
      install_kind: z.enum(['install', 'reinstall']),
      installed_at: z.number(),
      settings: z.object({ click_window_hours: z.number(), probabilistic_window_hours: z.number() }),
      decision: decision.nullable(),
      considered: z.array(considered),
      dry_run: decision.nullable(),
    }),
  )
  .query(async ({ ctx, input }) => {
    const { workPool, clock } = ctx.services;
    const customerId = ctx.access.accountId;
    const [install] = await queryForCustomer<InstallRow>(workPool, customerId, FIND_INSTALL, [
      input.p_install_id,
    ]);
    if (!install) throw new AppError('NOT_FOUND', 'no such install');
    const app = await ctx.access.app(install.app_id, 'viewer');
    const settings = attributionSettings(app.settings);
    return {
      install_id: install.install_id,
      app_id: install.app_id,
      install_kind: install.kind,
      installed_at: install.installed_at,
      settings: {
        click_window_hours: settings.clickWindowMs / HOUR_MS,
        probabilistic_window_hours: settings.probabilisticWindowMs / HOUR_MS,
      },
      decision: await readStoredDecision(workPool, customerId, install.install_id),
      ...(await dryRun(workPool, { customer_id: customerId, ...install }, settings, clock())),
    };
  });

const HOUR_MS = 3_600_000;

async function dryRun(
  pool: Pool,
  install: InstallRow & { customer_id: string },
  settings: ReturnType<typeof attributionSettings>,
  now: number,
) {
  const [event] = await loadEvents(pool, [install]);
  if (!event) return { considered: [], dry_run: null };
  const { install_id: installId, device_id: deviceId, kind } = install;
  const facts = toInstallFacts(event, { installId, deviceId, kind });
  const [candidates = []] = await findCandidates(pool, [{ install: facts, settings }], now);
  return {
    considered: candidates.map(toConsidered),
    dry_run: toDecisionItem(decide(facts, candidates, settings)),
  };
}
