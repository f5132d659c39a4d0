import { expect, test } from 'vitest';
import type { ErrorCode, IngestResultItem } from '../wire/ingest-response.ts';
import { classifyItem, type Fate } from './classify-item.ts';

const NOW = 1_767_225_600_000;
const MINUTE = 60_000;

const item = (status: IngestResultItem['status'], code?: string): IngestResultItem => ({
  status,
  event_id: 'e',
  server_timestamp: NOW,
  ...(code ? { code: code as ErrorCode } : {}),
});

test.each<[string, IngestResultItem | undefined, number, Fate]>([
  ['accepted', item('accepted'), NOW, 'done'],
  ['deduplicated', item('deduplicated'), NOW, 'done'],
  ['without a result', undefined, NOW, 'retry'],
  ['malformed', item('rejected', 'VALIDATION_ERROR'), NOW, 'dead'],
  ['rejected by a server error', item('rejected', 'INTERNAL_ERROR'), NOW, 'retry'],
  ['over a rate limit', item('rejected', 'RATE_LIMIT'), NOW, 'retry'],
  ['over the quota', item('rejected', 'QUOTA_EXCEEDED'), NOW, 'stop'],
  ['not in the plan', item('rejected', 'FEATURE_NOT_AVAILABLE'), NOW, 'stop'],
  ['with a bad signature', item('rejected', 'AUTH_ERROR'), NOW - MINUTE, 'stop'],
  ['signed with a slow clock', item('rejected', 'AUTH_ERROR'), NOW - 11 * MINUTE, 'clock'],
  ['signed with a fast clock', item('rejected', 'AUTH_ERROR'), NOW + 11 * MINUTE, 'clock'],
  ['rejected with an unknown code', item('rejected', 'SOMETHING_NEW'), NOW, 'later'],
  ['rejected without a code', item('rejected'), NOW, 'later'],
])('an event %s', (_name, result, sentAt, fate) => {
  expect(classifyItem(result, sentAt)).toBe(fate);
});
