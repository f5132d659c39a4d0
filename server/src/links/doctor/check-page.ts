import type { Getter } from '../../platform/net/outbound/create-getter.ts';
import { error, type LinkCheck, ok, warning } from './link-check.ts';

const MAX_REDIRECTS = 5;
const GONE = new Set([404, 410]);

type About = Pick<LinkCheck, 'platform' | 'check'>;

/** Whether a page that visitors are led to is there. @param fix what to do if it is not. */
export async function checkPage(getter: Getter, about: About, url: string, fix: string): Promise<LinkCheck> {
  const answer = await getFollowing(getter, url);
  if (answer.kind !== 'answered') return error(about, `${url}: ${answer.reason}`, fix);
  const { status } = answer;
  if (status < 300) return ok(about, `${url} answers ${status}`);
  if (status < 400) return warning(about, `${url} redirects more than ${MAX_REDIRECTS} times`, fix);
  if (GONE.has(status) || status >= 500) return error(about, `${url} answers ${status}`, fix);
  // Some hosts turn away whatever is no browser.
  return warning(about, `${url} answers ${status}, at least to this service`, fix);
}

/** Whether the image of previews is there, and is one. */
export async function checkImage(getter: Getter, url: string): Promise<LinkCheck> {
  const about = { platform: 'all', check: 'image' } as const;
  const fix = 'Set p_image_url to the https address of a picture that everyone may load.';
  const answer = await getFollowing(getter, url);
  if (answer.kind !== 'answered') return error(about, `${url}: ${answer.reason}`, fix);
  if (answer.status !== 200) return error(about, `${url} answers ${answer.status}`, fix);
  if (!answer.contentType.startsWith('image/'))
    return error(about, `${url} has the content type ${answer.contentType || 'nothing'}`, fix);
  return ok(about, `${url} is there`);
}

async function getFollowing(getter: Getter, start: string) {
  let url = start;
  for (let step = 0; ; step++) {
    const answer = await getter.get(url, { accept: '*/*', 'user-agent': 'Tributary-Doctor' });
    const isRedirect = answer.kind === 'answered' && answer.status >= 300 && answer.status < 400;
    const next = isRedirect && answer.location !== null ? URL.parse(answer.location, url) : null;
    if (next === null || step === MAX_REDIRECTS) return answer;
    next.hash = '';
    url = next.href;
  }
}
