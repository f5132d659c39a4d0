import { type ReactNode, useState } from 'react';

/** A table beside what is drawn, made once someone opens it: most look at the chart, which then is there sooner. */
export function FoldedTable({ children }: { children: () => ReactNode }) {
  const [wasOpened, setOpened] = useState(false);
  return (
    <details className="series-table" onToggle={({ currentTarget }) => currentTarget.open && setOpened(true)}>
      <summary>Table</summary>
      {wasOpened && children()}
    </details>
  );
}
