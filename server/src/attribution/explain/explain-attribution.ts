import type { Installs } from '@tributary/db/tables';
import type { Pool } from 'pg';
import { z } from 'zod';
import { consentItem } from '../../consent/consent-item.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { uuid } from '../../platform/http/procedures/argument-types.ts';
import { accountProcedure } from '../../platform/http/procedures/procedure.ts';
import { queryForCustomer } from '../../platform/store/query-for-customer.ts';
import { HOUR_MS } from '../../platform/values/hour-ms.ts';
import { decide } from '../decide/decide.ts';
import { findCandidates } from '../decide/find-candidates.ts';
import { toInstallFacts } from '../decide/to-install-facts.ts';
import { withoutSharedIds } from '../devices/find-shared-ids.ts';
import { loadEvents } from '../event-queue/load-events.ts';
import { type AttributionSettings, attributionSettings } from '../facts/attribution-settings.ts';
import type { InstallFacts } from '../facts/install-facts.ts';
import { loadAppTraits, toAppDay } from '../traits/load-app-traits.ts';
import { considered, decision, readStoredDecision, toConsidered, toDecisionItem } from './decision-item.ts';
import { installFraud, readFraud } from './read-fraud.ts';
import { readInstallTimeline } from './read-install-timeline.ts';
import { isIncluded, timelineEntry } from './timeline-entry.ts';
import { explanation, weighExplanations } from './weigh-explanations.ts';
import { change, whatWouldChange } from './what-would-change.ts';

const FIND_INSTALL = {
  name: 'find-install-by-id',
  text: `
    select install_id, app_id, device_id, event_id, kind, round(extract(epoch from installed_at) * 1000)::float8 as installed_at,
      (select consent from attributions where customer_id = $1 and install_id = $2) as consent,
      (select round(extract(epoch from min(shared_since)) * 1000)::float8 from device_ids
       where device_ids.customer_id = $1 and device_ids.app_id = installs.app_id
         and device_ids.device_id = installs.device_id and shared_since > installs.received_at) as doubtful_since
    from installs where customer_id = $1 and install_id = $2`,
};

interface InstallRow extends Pick<Installs, 'install_id' | 'app_id' | 'device_id' | 'event_id'> {
  readonly kind: 'install' | 'reinstall';
  readonly installed_at: number;
  readonly doubtful_since: number | null;
  readonly consent: z.output<typeof consentItem> | null;
}

export const explainAttribution = accountProcedure
  .meta({
    tag: 'attribution',
    summary: 'Explain an attribution',
    description:
      'Explains an attribution: what was decided, every click that would be considered for the ' +
      'install now, and what would be decided now with the app’s current settings (null if the ' +
      'event no longer exists), with the odds of everything that may have led to it and what would have changed ' +
      'the decision; what fraud rules found and what they cannot see; and what happened, from ' +
      'the click to the money that followed. Changes nothing. Times are Unix ms. Needs the viewer role in the ' +
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
      device_id: z.uuid().describe('The device, as `device_timeline` knows it.'),
      install_kind: z.enum(['install', 'reinstall']),
      installed_at: z.number(),
      consent: consentItem
        .nullable()
        .describe('What had been stated of its user’s consent when it was decided; null for nothing.'),
      doubtful_since: z
        .number()
        .nullable()
        .describe(
          'When an id of its device turned out to be shared by many phones, later than it: they may be mixed up in what was ' +
            'decided until then, and in what is credited to it. Null for none.',
        ),
      settings: z.object({ click_window_hours: z.number(), probabilistic_window_hours: z.number() }),
      decision: decision.nullable(),
      considered: z.array(considered),
      dry_run: decision.nullable(),
      explanations: z
        .array(explanation)
        .describe(
          'What may have led to it by likeness, by what is known now: the likeliest first, at most 20. Empty where no ' +
            'click came from its network.',
        ),
      what_would_change: z
        .array(change)
        .describe('Facts that, each taken alone, would have led to another decision than `dry_run`.'),
      fraud: installFraud.nullable().describe('Null where the plan lacks fraud detection.'),
      timeline: z
        .array(timelineEntry)
        .describe(
          'The earliest first; of purchases, payments, statements of consent and sends to ad networks the first 50 each.',
        ),
    }),
  )
  .query(async ({ ctx, input }) => {
    const { access, services } = ctx;
    const { accountId } = access;
    const { workPool } = services;
    const [install] = await queryForCustomer<InstallRow>(workPool, accountId, FIND_INSTALL, [
      input.p_install_id,
    ]);
    if (!install) throw new AppError('NOT_FOUND', 'no such install');
    const app = await access.app(install.app_id, 'viewer');
    const settings = attributionSettings(app.settings, app.privacyMode, app.likenessTable ?? null);
    const { install_id, app_id, device_id } = install;
    const facts = await readFacts(workPool, { customer_id: accountId, ...install });
    const seesFraud = access.plan.features.has('fraud_detection');
    const timeline = await readInstallTimeline(workPool, accountId, install_id, facts);
    const fraud = seesFraud ? await readFraud(workPool, accountId, install_id, app.settings) : null;
    return {
      install_id,
      app_id,
      device_id,
      install_kind: install.kind,
      installed_at: install.installed_at,
      consent: install.consent,
      doubtful_since: install.doubtful_since,
      settings: {
        click_window_hours: settings.clickWindowMs / HOUR_MS,
        probabilistic_window_hours: settings.probabilisticWindowMs / HOUR_MS,
      },
      decision: await readStoredDecision(workPool, accountId, install_id),
      ...(await dryRun(workPool, facts, settings, services.clock())),
      fraud,
      timeline: timeline.filter(({ kind }) => isIncluded(access.plan, kind)),
    };
  });

/** Null once the event is gone. */
async function readFacts(
  pool: Pool,
  install: InstallRow & { customer_id: string },
): Promise<InstallFacts | null> {
  const [sent] = await loadEvents(pool, [install]);
  const { install_id: installId, device_id: deviceId, kind } = install;
  if (!sent) return null;
  const event = await withoutSharedIds(pool, sent);
  const app = toAppDay(event);
  const traitsOf = await loadAppTraits(pool, [app]);
  return toInstallFacts(event, { installId, deviceId, kind }, traitsOf(app));
}

async function dryRun(pool: Pool, facts: InstallFacts | null, settings: AttributionSettings, now: number) {
  if (facts === null) return { considered: [], dry_run: null, explanations: [], what_would_change: [] };
  const [candidates = []] = await findCandidates(pool, [{ install: facts, settings }], now);
  const question = { install: facts, candidates, settings };
  const decided = decide(facts, candidates, settings);
  return {
    considered: candidates.map(toConsidered),
    dry_run: toDecisionItem(decided),
    explanations: weighExplanations(question),
    what_would_change: whatWouldChange(question, decided),
  };
}
