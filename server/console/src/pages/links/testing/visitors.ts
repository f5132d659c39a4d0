const ANDROID =
  'Mozilla/5.0 (Linux; Android 14; SM-A155F) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36';
/** User agents, by how the console names who has them. */
export const VISITORS = {
  'Android phone': ANDROID,
  'Android phone, in another app’s browser': `${ANDROID} Instagram 320.0`,
  iPhone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 Version/18.6 Mobile/15E148 Safari/604.1',
  'Computer or iPad':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36',
  'Feature phone': 'Mozilla/5.0 (Mobile; Nokia 8110 4G; rv:48.0) Gecko/48.0 Firefox/48.0 KAIOS/2.5',
};

/** Where a visitor was led, as the page says it: without what the service adds. */
export function toldOf(location: string): string {
  if (location.startsWith('tel:')) return `dials ${decodeURIComponent(location.slice('tel:'.length))}`;
  if (!URL.canParse(location)) return location;
  const url = new URL(location);
  for (const name of ['referrer', 'service_click_id']) url.searchParams.delete(name);
  return url.href;
}
