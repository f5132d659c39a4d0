import type { ClickRecord } from '../../attribution/clicks/click-record.ts';
import type { ClickWriter } from '../../attribution/clicks/click-writer.ts';
import type { LimitedClicks } from '../rules/limited-clicks.ts';
import { createWaitAtMost } from './wait-at-most.ts';

interface RecorderParts {
  readonly clicks: ClickWriter;
  readonly limited: LimitedClicks;
}

/** Records the click of a visit, unless its link is used up: then false. */
export type RecordVisit = (click: ClickRecord, isLimited: boolean) => Promise<boolean>;

const MAX_WAIT_MS = 250;

/** Returns what records visits: it resolves when the click is stored, or after about 250 ms with the click still waiting. */
export function createVisitRecorder({ clicks, limited }: RecorderParts): RecordVisit {
  const atMost = createWaitAtMost(MAX_WAIT_MS);
  return async (click, isLimited) => {
    if (isLimited && click.excluded_because === null) return limited.take(click);
    if (isLimited && !(await mayFollow(limited, click))) return false;
    await atMost(clicks.record(click));
    return true;
  };
}

/** What does not count follows a limited link as long as others may: a double tap, if its first tap could. */
async function mayFollow(limited: LimitedClicks, click: ClickRecord): Promise<boolean> {
  return click.excluded_because === 'bot' || click.original_click_id === null
    ? !(await limited.isUsedUp(click.link_id ?? ''))
    : limited.wasTaken(click.customer_id, click.original_click_id);
}
