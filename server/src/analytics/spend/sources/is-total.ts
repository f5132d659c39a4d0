/** What ad networks write in place of a value that a total has not. */
const NOTHING = /^[-–—\s]*$/;
/** How they call one: `Total`, `Total: account`, `Grand total`, `Results from 12 campaigns`, and in other languages. */
const TOTAL =
  /^((grand|sub|report|overall)[ -]?)?totals?($|[^\p{L}\p{N}])|^totale?s?( g[eé]n[eé]ral)?$|^results from \d+|^(sum|summary|gesamt|summe|gesamtsumme|suma|итого|всего|合計|总计|總計)($|[:\s])/iu;

/**
 * Whether a line is the sum of others, as the reports of ad networks have below their rows or above them. A campaign may be called
 * "Total": its lines have a date.
 */
export function isTotal({
  date = '',
  campaign_id = '',
  campaign_name = '',
}: Readonly<Record<string, string>>): boolean {
  if (TOTAL.test(date.trim())) return true;
  const campaigns = [campaign_id, campaign_name].map((name) => name.trim());
  return NOTHING.test(date) && campaigns.every((name) => NOTHING.test(name) || TOTAL.test(name));
}
