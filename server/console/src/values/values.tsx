import {
  formatAgo,
  formatDay,
  formatMoney,
  formatNumber,
  formatPercent,
  formatShort,
  formatTime,
} from './format.ts';

// One component per kind of value, so that it looks and copies the same everywhere.

/** A count; a large one is short, and exact in its tooltip. */
export function Count({ value }: { value: number }) {
  return (
    <data value={value} title={formatNumber(value)}>
      {formatShort(value)}
    </data>
  );
}

/** One amount as it was paid, with its currency. */
export function ExactMoney({ amount, currency }: { amount: number; currency: string }) {
  return <data value={amount}>{formatMoney(amount, currency)}</data>;
}

/** A sum of money with its currency; a large one is short, and exact in its tooltip. */
export function Money({ amount, currency }: { amount: number; currency: string }) {
  return (
    <data value={amount} title={formatMoney(amount, currency)}>
      {formatMoney(amount, currency, true)}
    </data>
  );
}

/** A share of 0 to 100 per cent; a dash for none. */
export function Percent({ value }: { value: number | null }) {
  return value === null ? <Nothing /> : <data value={value}>{formatPercent(value)}</data>;
}

/** A moment in Unix ms, in UTC; a dash for none. */
export function Time({ at }: { at: number | null }) {
  if (at === null) return <Nothing />;
  return (
    <time dateTime={new Date(at).toISOString()} title={formatAgo(at, Date.now())}>
      {formatTime(at)}
    </time>
  );
}

/** A day of UTC, `2026-01-31`. */
export function Day({ date }: { date: string }) {
  return <time dateTime={date}>{formatDay(date)}</time>;
}

/** An id, in the letters of code. */
export function Id({ value }: { value: string | null }) {
  return value === null ? <Nothing /> : <code className="id">{value}</code>;
}

/** What stands where there is no value. */
export function Nothing() {
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="hidden-label">none</span>
    </>
  );
}

/** A state as a coloured label with its word. */
export function State({ word, tone }: { word: string; tone: 'good' | 'bad' | 'warn' | 'quiet' }) {
  return <span className={`state ${tone}`}>{word}</span>;
}

/** How sure a decision is, of 100, as a bar beside its number. */
export function Confidence({ score }: { score: number }) {
  return (
    <span className="confidence">
      <meter min={0} max={100} low={50} high={80} optimum={100} value={score} aria-label="Confidence" />
      {score}
    </span>
  );
}
