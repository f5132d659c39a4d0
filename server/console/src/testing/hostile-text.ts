/** What a page that has run a script of the hostile account has as its global `taken`, or as an element. */
const MARKUP = `"><script>taken=1</script><img src=x onerror="taken=1"><svg/onload=taken=1>'`;
/** Turns the reading direction around, and is not seen. */
const UNSEEN = '\u202e\u2066\u200b\u200d\ufeff';

/** Hostile text of that many UTF-16 code units: markup, characters that are not seen, and one long word. */
export function hostileText(length: number): string {
  const start = `${MARKUP}${UNSEEN}`.slice(0, length);
  return start + 'W'.repeat(length - start.length);
}

/** The longest that a target may be. */
export const HOSTILE_URL = `https://hostile.example/?${MARKUP.replaceAll(' ', '%20')}`.padEnd(2048, 'w');

/** A header may only have Latin letters. */
export const HOSTILE_AGENT = `Mozilla/5.0 (Linux; Android 14; ${MARKUP}) ${'W'.repeat(400)}`;
