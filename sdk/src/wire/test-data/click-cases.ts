export const CLICK = '0b7e3a58-6a67-4c0a-9a40-1f2f5d1f7a11';

/** URLs and referrers that name a click. */
export const NAMES_CLICK: [what: string, text: string][] = [
  ['a referrer of ours', `service_click_id=${CLICK}`],
  ['one among others', `utm_source=news&service_click_id=${CLICK}&utm_medium=mail`],
  ['one in capitals', `service_click_id=${CLICK.toUpperCase()}`],
  ['a URL that opened the app', `https://app.example.com/open?service_click_id=${CLICK}`],
  ['a URL of a scheme of the app’s', `shop://open?service_click_id=${CLICK}`],
  ['a URL without slashes', `shop:open?service_click_id=${CLICK}`],
  ['a URL with parameters in its path', `https://a.example/x;y=1&z?service_click_id=${CLICK}`],
  ['a URL with a fragment', `https://app.example.com/open?service_click_id=${CLICK}#top`],
  ['a URL with a fragment between', `https://app.example.com/open?service_click_id=${CLICK}#/a?b=c&d=e`],
  ['the fragment of a URL', `https://app.example.com/open#service_click_id=${CLICK}`],
  ['a query in the fragment of a URL', `https://app.example.com/#/open?service_click_id=${CLICK}`],
  [
    'the query of a URL before its fragment',
    `https://a.example/?service_click_id=${CLICK}#service_click_id=7`,
  ],
];

const URL_WITH_CLICK = `https://b.example/?service_click_id=${CLICK}`;
const JSON_WITH_CLICK = `{"url":"https://b.example/?a=1&service_click_id=${CLICK}&x=1"}`;

/** URLs and referrers that name none, or only within the value of another parameter. */
export const NAMES_NO_CLICK: [what: string, text: string][] = [
  ['nothing', ''],
  ['something else', 'utm_source=google-play&utm_medium=organic'],
  ['no UUID', 'service_click_id=17'],
  ['a UUID of another version', 'service_click_id=0b7e3a58-6a67-1c0a-9a40-1f2f5d1f7a11'],
  ['broken encoding', '%E0%A4%A'],
  ['a referrer in itself', 'referrer=referrer%3Dreferrer'],
  ['the URL of another parameter', `utm_source=a&next=${URL_WITH_CLICK}`],
  ['the URL of another parameter, encoded', `next=${encodeURIComponent(URL_WITH_CLICK)}`],
  ['the URL in a URL', `https://a.example/open?next=${URL_WITH_CLICK}`],
  ['the URL in a URL, encoded', `https://a.example/open?next=${encodeURIComponent(URL_WITH_CLICK)}`],
  ['the URL in a fragment', `https://a.example/open#next=${URL_WITH_CLICK}`],
  ['the URL in a fragment, encoded', `https://a.example/#next=${encodeURIComponent(URL_WITH_CLICK)}`],
  ['the URL in a second parameter of a fragment', `https://a.example/#a&next=${URL_WITH_CLICK}`],
  ['JSON in a fragment', `https://a.example/#{"url":"?service_click_id=${CLICK}&x=1"}`],
  ['JSON', JSON_WITH_CLICK],
  ['a list in JSON', `[${JSON_WITH_CLICK}]`],
  ['JSON with lines', `\n${JSON_WITH_CLICK}\n`],
  ['JSON that is encoded', encodeURIComponent(JSON_WITH_CLICK)],
  ['the JSON of a parameter', `data=${encodeURIComponent(JSON_WITH_CLICK)}`],
  ['the JSON of a URL’s parameter', `https://a.example/?data=${encodeURIComponent(JSON_WITH_CLICK)}`],
  ['the JSON of a parameter, not encoded', `data={"u":"x?service_click_id=${CLICK}"}&utm_source=a`],
  ['a member of JSON in a parameter', `https://a.example/?data={"service_click_id":"${CLICK}"}`],
];
