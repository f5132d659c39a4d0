import { type ReactNode, useEffect } from 'react';

/** A page of whoever is signed out: one question, in the middle. */
export function DoorPage({ title, children }: { title: string; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Tributary`;
  }, [title]);
  return (
    <div className="door">
      <a className="skip" href="#main">
        Skip to the content
      </a>
      <p className="brand">Tributary</p>
      <main id="main" tabIndex={-1}>
        <h1>{title}</h1>
        {children}
      </main>
    </div>
  );
}
