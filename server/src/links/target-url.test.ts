import { describe, expect, test } from 'vitest';
import { findAndroidUrlProblem, findUssdFallbackProblem, findWebUrlProblem } from './target-url.ts';

const intent = (members: string, data = '//open/x') => `intent:${data}#Intent;${members};end`;
const FALLBACK = 'S.browser_fallback_url=https%3A%2F%2Fexample.com%2Fx';

describe('an Android target may be', () => {
  test.each([
    'https://example.com/a?b=c#d',
    'http://example.com',
    'https://play.google.com/store/apps/details?id=com.example.a',
    'market://details?id=com.example.a',
    'tel:*123%23',
    intent(`scheme=myapp;package=com.example.a;${FALLBACK}`),
    intent(`package=com.example.a;action=android.intent.action.VIEW;S.a=1;i.b=2;${FALLBACK}`, ''),
  ])('%s', (url) => {
    expect(findAndroidUrlProblem(url)).toBeNull();
  });
});

describe('an Android target may not be', () => {
  test.each([
    ['a script', 'javascript:alert(1)'],
    ['a script in capitals', 'JavaScript:alert(1)'],
    ['data', 'data:text/html,<script>1</script>'],
    ['a file', 'file:///etc/passwd'],
    ['content', 'content://com.android.contacts'],
    ['without a scheme', '//example.com/x'],
    ['a path', '/x'],
    ['with a name', 'https://user@example.com/'],
    ['with a name and password', 'https://user:pw@example.com/'],
    ['with an empty name', 'https://@example.com/'],
    ['with a line break', 'https://example.com/\r\nSet-Cookie: a=b'],
    ['with a tab in the scheme', 'java\tscript:alert(1)'],
    ['with a leading space', ' https://example.com/'],
    ['with a backslash', 'https:\\\\example.com'],
    ['with an invisible character', 'https://exa​mple.com/'],
    ['without a host', 'https:///x'],
    ['a name behind many slashes', 'https:////user@example.com/'],
    ['longer than 2048', `https://example.com/${'x'.repeat(2048)}`],
    ['an intent without a package', intent(`scheme=myapp;${FALLBACK}`)],
    ['an intent with two packages', intent(`package=com.a.b;package=com.c.d;${FALLBACK}`)],
    ['an intent with a component', intent(`package=com.a.b;component=com.a.b/.Secret;${FALLBACK}`)],
    ['an intent with a selector', intent(`package=com.a.b;SEL;action=x;${FALLBACK}`)],
    ['an intent without a fallback', intent('scheme=myapp;package=com.a.b')],
    [
      'an intent with a script as fallback',
      intent('package=com.a.b;S.browser_fallback_url=javascript%3Aalert(1)'),
    ],
    [
      'an intent whose fallback has a name',
      intent('package=com.a.b;S.browser_fallback_url=https%3A%2F%2Fu%40x.com'),
    ],
    ['an intent for a script', intent(`scheme=javascript;package=com.a.b;${FALLBACK}`)],
    ['an intent for a script in capitals', intent(`scheme=JavaScript;package=com.a.b;${FALLBACK}`)],
    ['an intent for an encoded script', intent(`scheme=java%73cript;package=com.a.b;${FALLBACK}`)],
    [
      'an intent whose second scheme is a script',
      intent(`scheme=https;scheme=javascript;package=com.a.b;${FALLBACK}`),
    ],
    ['an intent whose data is a script', intent(`package=com.a.b;${FALLBACK}`, 'javascript:alert(1)')],
    ['an intent whose data is a file', intent(`package=com.a.b;${FALLBACK}`, 'file:///etc/passwd')],
    ['an intent whose data is content', intent(`package=com.a.b;${FALLBACK}`, 'content://contacts')],
    ['an intent whose data is a path', intent(`package=com.a.b;${FALLBACK}`, '/etc/passwd')],
    [
      'an intent that dials',
      intent(`package=com.a.b;action=android.intent.action.DIAL;${FALLBACK}`, 'tel:123'),
    ],
    ['an intent that calls', intent(`package=com.a.b;action=android.intent.action.CALL;${FALLBACK}`)],
    ['an intent with two fallbacks', intent(`package=com.a.b;${FALLBACK};${FALLBACK}`)],
    [
      'an intent within an intent',
      intent(`package=com.a.b;S.x=1#Intent;action=android.intent.action.VIEW;${FALLBACK}`),
    ],
    ['an intent with a name', intent(`scheme=https;package=com.a.b;${FALLBACK}`, '//u@example.com/')],
    ['an intent without an end', 'intent://x#Intent;package=com.a.b'],
    ['an intent in capitals', 'INTENT://x#Intent;component=com.a.b/.C;end'],
    ['a telephone number with words', 'tel:call-me'],
  ])('%s', (_what, url) => {
    expect(findAndroidUrlProblem(url)).toEqual(expect.any(String));
  });
});

describe('a fallback', () => {
  test.each(['market://details?id=x', 'tel:123', 'intent://x#Intent;end', 'ftp://example.com'])(
    'may not be %s',
    (url) => expect(findWebUrlProblem(url)).toEqual(expect.any(String)),
  );
});

describe('a feature phone', () => {
  test.each(['*123#', '*123*4#', '#100#', 'tel:*123%23', 'https://m.example.com/'])(
    'may be sent to %s',
    (target) => expect(findUssdFallbackProblem(target)).toBeNull(),
  );
  test.each(['123', '*123', 'call *123#', '*12\r\n3#'])('may not be sent to %j', (target) =>
    expect(findUssdFallbackProblem(target)).toEqual(expect.any(String)),
  );
});
