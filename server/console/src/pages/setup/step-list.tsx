const STEPS = [
  { id: 'account', title: 'Your account' },
  { id: 'app', title: 'Your app' },
  { id: 'key', title: 'A key' },
  { id: 'event', title: 'Your first event' },
] as const;

/** A step of the way to the first event; `done` is behind the last. */
export type StepId = (typeof STEPS)[number]['id'] | 'done';

/** The steps, those that are done, and the one at hand. */
export function StepList({ at }: { at: StepId }) {
  const current = at === 'done' ? STEPS.length : STEPS.findIndex(({ id }) => id === at);
  return (
    <ol className="steps" aria-label="Steps">
      {STEPS.map(({ id, title }, index) => (
        <li
          key={id}
          aria-current={index === current ? 'step' : undefined}
          data-done={index < current || undefined}
        >
          <span aria-hidden="true">{index < current ? '✓' : index + 1}</span> {title}
          {index < current && <span className="hidden-label">, done</span>}
        </li>
      ))}
    </ol>
  );
}
