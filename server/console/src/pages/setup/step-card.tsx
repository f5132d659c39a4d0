import { type ReactNode, useEffect, useRef } from 'react';
import type { StepId } from './step-list.tsx';

const HEADING = 'step';

/** The step at hand. Its heading gets the focus when it follows another. */
export function StepCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="card" aria-labelledby={HEADING}>
      <div className="card-head">
        <h2 id={HEADING} tabIndex={-1}>
          {title}
        </h2>
      </div>
      {children}
    </section>
  );
}

/** Has a screen reader read on at a new step, but not at the page's first one. @param step null while it is not known */
export function useFocusOnNewStep(step: StepId | null): void {
  const before = useRef(step);
  useEffect(() => {
    if (step === null) return;
    if (before.current !== null && before.current !== step) document.getElementById(HEADING)?.focus();
    before.current = step;
  }, [step]);
}
