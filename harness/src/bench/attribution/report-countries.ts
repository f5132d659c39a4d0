import { openCountries } from '@tributary/server/country/find-country';
import { countrySignals } from '@tributary/server/fraud-rules/rules/geo-or-clock-mismatch';
import { maskedNetwork } from '@tributary/server/http/requests/masked-network';
import type { ClickAction, EventAction } from '../../world/action.ts';
import { generateWorld } from '../../world/generate-world.ts';
import type { InstallTruth } from '../../world/truth.ts';
import type { WorldParameters } from '../../world/world-parameters.ts';

/** In minutes; 0 compares nothing. */
const LIMITS = [0, 2, 5, 10, 30, 60] as const;

interface Compared {
  readonly truth: InstallTruth;
  /** The limits under which the rule fires. */
  readonly fires: ReadonlySet<number>;
}

const findCountry = openCountries();
const countryOf = (address: string) => findCountry(maskedNetwork(address));
const percent = (part: number, of: number) => (of === 0 ? 'none' : `${((100 * part) / of).toFixed(2)} %`);

/** What comparing the countries of click and install finds in each of some worlds, by its limit, as Markdown. */
export function reportCountries(
  worlds: Readonly<Record<string, WorldParameters>>,
  seeds: readonly number[],
  installs: number,
): string {
  const lines = Object.entries(worlds).flatMap(([name, world]) => {
    const compared = seeds.flatMap((seed) => [...compareCountries(seed, installs, world)]);
    return LIMITS.map((limit) => `| ${[name, limit, ...figuresOf(compared, limit)].join(' | ')} |`);
  });
  const head = ['world', '`max_minutes_abroad`', 'proxied clicks found', 'right', 'honest installs flagged'];
  return [`| ${head.join(' | ')} |`, `|${head.map(() => '---|').join('')}`, ...lines].join('\n');
}

function figuresOf(compared: readonly Compared[], limit: number): string[] {
  const flagged = compared.filter(({ fires }) => fires.has(limit));
  const proxied = compared.filter(({ truth }) => truth.fraud === 'proxied_click');
  const honest = compared.filter(({ truth }) => truth.fraud === null);
  const wrong = flagged.filter(({ truth }) => truth.fraud === null);
  return [
    percent(proxied.filter(({ fires }) => fires.has(limit)).length, proxied.length),
    percent(flagged.length - wrong.length, flagged.length),
    percent(wrong.length, honest.length),
  ];
}

/** Every install of a world with the click that it names; likeness never names one of another country. */
function* compareCountries(seed: number, installs: number, world: WorldParameters): Generator<Compared> {
  const clicks = new Map<string, ClickAction>();
  const waiting: { action: EventAction; truth: InstallTruth }[] = [];
  for (const action of generateWorld(seed, installs, world).actions()) {
    if (action.kind === 'click') clicks.set(action.key, action);
    else if (action.truth !== null) waiting.push({ action, truth: action.truth });
  }
  for (const { action, truth } of waiting) {
    const click = clicks.get(truth.claimed ?? '');
    const facts = {
      click: click === undefined ? null : { clickedAt: click.at, country: countryOf(click.address) },
      country: countryOf(action.openedFrom ?? action.address),
      receivedAt: action.at,
    };
    const fires = LIMITS.filter((limit) => countrySignals(facts, { max_minutes_abroad: limit }) !== null);
    yield { truth, fires: new Set(fires) };
  }
}
