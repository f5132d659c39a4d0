import { Money, Nothing } from '../values/values.tsx';

/** Amounts by currency, a line each: they are never added up. */
export function Amounts({ of: amounts }: { of: Readonly<Record<string, number>> }) {
  const given = Object.entries(amounts);
  if (given.length === 0) return <Nothing />;
  return (
    <>
      {given.map(([currency, amount]) => (
        <div key={currency}>
          <Money amount={amount} currency={currency} />
        </div>
      ))}
    </>
  );
}
