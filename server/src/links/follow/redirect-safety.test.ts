import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CLICK_ID_KINDS } from '../../platform/values/device-id-kinds.ts';
import { findAndroidUrlProblem, findUssdFallbackProblem, findWebUrlProblem } from '../target-url.ts';
import { type LinkTargets, redirectTarget } from './redirect-target.ts';
import { readVisit } from './visitor/read-visit.ts';
import { describeVisitor } from './visitor/visitor.ts';

const CLICK = '0b7e3a58-6a67-4c0a-9a40-1f2f5d1f7a11';
const AGENTS = [
  'Mozilla/5.0 (Linux; Android 14; SM-A155F) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (Linux; Android 13; Pixel 7; wv) AppleWebKit/537.36 Version/4.0 Chrome/119 Mobile',
  'Mozilla/5.0 (Mobile; Nokia_8110_4G; rv:48.0) Gecko/48.0 Firefox/48.0 KAIOS/2.5',
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36',
];

const hostile = fc.stringMatching(/^(?:[a-z]{2,12}:)?[/\\@#?;:%=&\r\n a-zA-Z0-9._-]{0,60}$/);
const intent = hostile.map(
  (text) =>
    `intent://x${text}#Intent;package=a.b;S.browser_fallback_url=https%3A%2F%2Fexample.com;${text};end`,
);
const anyUrl = fc.oneof(
  hostile,
  intent,
  hostile.map((text) => `https://example.com${text}`),
  hostile.map((text) => `market://details?id=a.b${text}`),
  fc.webUrl({ withFragments: true, withQueryParameters: true }),
);

/** Where a browser that follows this goes: scheme and host. */
const placeOf = (url: string) => /^([a-z]+:)(?:\/\/([^/?#]*))?/i.exec(url)?.slice(1, 3).join('');

const settings = { numRuns: 5000, seed: 20260314 };

describe('a redirect, whatever is stored,', () => {
  test('leads to a target that was stored, or to the store for a market URL', () => {
    fc.assert(
      fc.property(anyUrl, anyUrl, anyUrl, fc.constantFrom(...AGENTS), (web, android, ussd, agent) => {
        fc.pre(findWebUrlProblem(web) === null);
        const link: LinkTargets = {
          fallbackUrl: web,
          androidUrl: findAndroidUrlProblem(android) === null ? android : null,
          ussdFallback: findUssdFallbackProblem(ussd) === null ? ussd : null,
          deepLinkPath: '/a b?c=d&e#f',
        };
        const places = [new URL(web).href, link.androidUrl, link.ussdFallback].map((url) =>
          url === null ? undefined : placeOf(/^https?:/i.test(url) ? new URL(url).href : url),
        );
        const to = redirectTarget(link, describeVisitor(agent), CLICK);
        expect([...places, 'https:play.google.com', 'tel:']).toContain(placeOf(to));
        // Nothing that could end the header, or that browsers interpret differently.
        expect(to).toMatch(/^[\x21-\x7e]+$/);
      }),
      settings,
    );
  });

  test('never carries what a component or a selector of an intent would need', () => {
    fc.assert(
      fc.property(intent, (url) => {
        if (findAndroidUrlProblem(url) !== null) return;
        const members = url.slice(url.indexOf('#Intent;')).split(';');
        expect(members.filter((member) => /^(component|SEL|sel)/i.test(member))).toEqual([]);
      }),
      settings,
    );
  });
});

test('any visit is read into bounded, storable text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 3000 }), (query) => {
      const { params, ...ids } = readVisit(query);
      const text = params ?? '{}';
      expect(text.includes('\\u0000')).toBe(false);
      expect(text.isWellFormed()).toBe(true);
      expect(Object.keys(JSON.parse(text)).length).toBeLessThanOrEqual(32);
      expect(Object.keys(ids)).toEqual(CLICK_ID_KINDS);
      for (const id of Object.values(ids)) if (id !== null) expect(id).toMatch(/^[\w.:-]{1,128}$/);
    }),
    settings,
  );
});
