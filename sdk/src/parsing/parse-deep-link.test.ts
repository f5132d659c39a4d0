import { expect, test } from 'vitest';
import { CLICK, NAMES_CLICK, NAMES_NO_CLICK } from '../wire/test-data/click-cases.ts';
import { parseDeepLink } from './parse-deep-link.ts';

test.each<[string, string | undefined, string | null]>([
  [`https://a.example/x?service_click_id=${CLICK}&service_path=%2Fpromo%2F1`, CLICK, '/promo/1'],
  [`shop://open?service_path=/a+b&service_click_id=${CLICK}#top`, CLICK, '/a b'],
  [`https://a.example/x?service_click_id=${CLICK.toUpperCase()}#top`, CLICK, null],
  [`https://a.example/x#service_click_id=${CLICK}&service_path=/p`, CLICK, '/p'],
  [`https://a.example/#/x?service_click_id=${CLICK}`, CLICK, null],
  [`https://a.example/?service_click_id=${CLICK}&service_click_id=7#service_click_id=8`, CLICK, null],
  [`utm_source=x&service_click_id=${CLICK}`, CLICK, null],
  ['https://a.example/?service_click_id=7&service_path=/p', undefined, '/p'],
  ['https://a.example/?service_path=', undefined, null],
  ['https://a.example/?service_path=%E0%A4%A', undefined, '%E0%A4%A'],
  ['https://a.example/', undefined, null],
  ['', undefined, null],
])('%s', (uri, clickId, path) => {
  expect(parseDeepLink(uri)).toEqual({ clickId, path });
});

test.each(NAMES_CLICK)('finds the click in %s', (_what, text) => {
  expect(parseDeepLink(text).clickId).toBe(CLICK);
});

test.each(NAMES_NO_CLICK)('finds no click in %s', (_what, text) => {
  expect(parseDeepLink(text).clickId).toBeUndefined();
});
