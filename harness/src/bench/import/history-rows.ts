const HEADER = 'event_type,event_timestamp,gaid,campaign_name,channel,revenue,currency';
const CHANNELS = ['social_a', 'search_ads', 'organic', 'my_network'];
const FROM = Date.UTC(2026, 0, 1);
const HOUR_MS = 3_600_000;

/** A history as CSV, in portions: of ten rows about six are installs, three are opens and one is a purchase. */
export function* historyRows(rows: number): Generator<string> {
  yield `${HEADER}\n`;
  let portion = '';
  for (let row = 0; row < rows; row++) {
    portion += line(row);
    if (row % 1000 < 999) continue;
    yield portion;
    portion = '';
  }
  yield portion;
}

function line(row: number): string {
  const turn = row % 10;
  const type = turn < 6 ? 'install' : turn < 9 ? 'open' : 'purchase';
  // Opens and purchases are those of the installs just before.
  const device = Math.floor(row / 10) * 6 + (turn % 6);
  const gaid = `00000000-0000-4000-8000-${device.toString(16).padStart(12, '0')}`;
  const seconds = (FROM + (row % 2000) * HOUR_MS + turn * 1000) / 1000;
  const money = type === 'purchase' ? '4.99,EUR' : ',';
  return `${type},${seconds},${gaid},Spring ${device % 7},${CHANNELS[device % 4]},${money}\n`;
}
