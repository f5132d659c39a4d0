import { expect, test } from 'vitest';
import { APP_EVENT, FACTS, request } from '../testing/build-request.ts';

test('network_d_conversions: a purchase', () => {
  const { url, headers, body } = request('network_d_conversions', FACTS);
  expect(url).toBe('https://tr.snapchat.com/v3/pix-1/events?access_token=to+ken');
  expect(headers).toEqual({ 'content-type': 'application/json' });
  expect(JSON.parse(body)).toEqual({
    data: [{ event_name: 'PURCHASE', action_source: 'MOBILE_APP', ...APP_EVENT }],
  });
});
