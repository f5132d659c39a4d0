import { type Random, randomFor } from '../world/random.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A person, and what they do; times in ms from the start of the month. */
export interface DemoPerson {
  readonly number: number;
  /** The position of the campaign whose link they follow; null for one who finds the app alone. */
  readonly campaign: number | null;
  readonly clickAt: number;
  readonly installAt: number;
  readonly address: string;
  readonly model: string;
  readonly gaid: string;
  readonly visits: readonly { readonly at: number; readonly spends: number | null }[];
  readonly payments: readonly {
    readonly at: number;
    readonly amount: number;
    readonly refundAt: number | null;
  }[];
  readonly isFraud: boolean;
}

const MODELS = ['SM-A155F', 'Pixel 8', 'TECNO KI5k', 'Redmi Note 13', 'SM-S921B', 'itel A70'];
const ORGANIC = 0.32;
const DEVICE_FARM = 14;

/** Plans the people of a month: more of them in the evening and at weekends, some of whom pay, and a device farm. */
export function planMonth(
  seed: number,
  people: number,
  days: number,
  shares: readonly number[],
): DemoPerson[] {
  const honest = Array.from({ length: people }, (_, number) =>
    planPerson(randomFor(seed, 'person', number), number, days, shares),
  );
  const random = randomFor(seed, 'farm');
  const begins = (days - 6) * DAY + 3 * HOUR;
  const farm = Array.from({ length: DEVICE_FARM }, (_, at): DemoPerson => {
    const clickAt = begins + at * 9 * MINUTE;
    return {
      ...{ number: people + at, campaign: 1, clickAt, installAt: clickAt + random.integer(30, 90) * 1000 },
      ...{ address: `198.51.100.${at + 1}`, model: 'SM-G960F', gaid: random.uuid() },
      ...{ visits: [], payments: [], isFraud: true },
    };
  });
  return [...honest, ...farm];
}

function planPerson(random: Random, number: number, days: number, shares: readonly number[]): DemoPerson {
  const day = random.integer(0, days - 2);
  const hour = Math.min(23, Math.max(0, Math.round(17 + 4 * (random.next() + random.next() - 1) * 2)));
  const clickAt = day * DAY + hour * HOUR + random.integer(0, HOUR);
  const installAt = clickAt + Math.round(random.logNormal(3 * MINUTE, 0.8));
  const campaign = random.weighted(shares.map((share, at) => ({ share, at }))).at;
  const visits = planVisits(random, installAt, days * DAY - HOUR);
  return {
    ...{ number, clickAt, installAt, visits, isFraud: false },
    campaign: random.chance(ORGANIC) ? null : campaign,
    address: `${random.integer(41, 105)}.${random.integer(0, 255)}.${random.integer(0, 255)}.${random.integer(1, 254)}`,
    ...{ model: random.pick(MODELS), gaid: random.uuid() },
    payments: planPayments(random, visits),
  };
}

/** Fewer from day to day, as people lose interest. */
function planVisits(random: Random, from: number, until: number): DemoPerson['visits'] {
  const visits: { at: number; spends: number | null }[] = [];
  for (
    let day = 0, at = from + MINUTE;
    at < until;
    day++, at = from + day * DAY + random.integer(0, 6 * HOUR)
  ) {
    if (day > 0 && !random.chance(0.5 / day ** 0.5)) continue;
    visits.push({ at, spends: random.chance(0.06) ? random.integer(1, 12) - 0.01 : null });
  }
  return visits;
}

function planPayments(random: Random, visits: DemoPerson['visits']): DemoPerson['payments'] {
  return visits
    .filter(() => random.chance(0.05))
    .map(({ at }) => {
      const isRefunded = random.chance(0.1);
      return {
        at: at + MINUTE,
        amount: random.integer(10, 90) - 0.01,
        refundAt: isRefunded ? at + 5 * HOUR : null,
      };
    });
}
