import { NO_TRAFFIC } from '../../attribution/facts/read-traffic.ts';
import type { RecordedInstall } from '../../attribution/store/record-installs.ts';
import type { DecidedInstall } from '../../attribution/store/store-attributions.ts';
import type { ImportRow } from '../import-row.ts';

/** What another platform attributed an install to, as the service stores it: nothing of it can be checked here. */
export function importDecision(install: RecordedInstall, row: ImportRow, platform: string): DecidedInstall {
  const model = row.attribution_model;
  return {
    install,
    postbackStatus: 'skipped',
    isScored: false,
    decision: {
      model,
      channel: row.channel ?? (model === 'organic' ? 'organic' : 'unknown'),
      campaignId: install.event.campaign_id,
      linkId: null,
      clickId: null,
      clickedAt: null,
      clickCountry: null,
      confidence: 0,
      breakdown: {},
      isNearTie: false,
      signals: [],
      reason: `Imported from ${platform}, which attributed the install.`,
      rejected: [],
      traffic: NO_TRAFFIC,
    },
  };
}
