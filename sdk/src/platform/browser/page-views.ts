import type { Platform } from '../platform.ts';
import { listen } from './listen.ts';

/** Reports the page that is open, and each one that a script of the page opens without loading it. */
export const onPageView: NonNullable<Platform['onPageView']> = (listener) => {
  let shown = '';
  let isStopped = false;

  function report(): void {
    // Without queries, which may be confidential; of the fragment only where a router has a path there.
    const [path = ''] = /^#!?\/[^?]*/.exec(location.hash) ?? [];
    const url = location.origin + location.pathname + path;
    if (isStopped || url === shown) return;
    listener({ url, title: document.title, previous: shown || undefined });
    shown = url;
  }

  // Afterwards, when the page has its new title.
  const reportSoon = () => void setTimeout(report);
  for (const method of ['pushState', 'replaceState'] as const) {
    const original = history[method];
    history[method] = (...given) => {
      original.apply(history, given);
      reportSoon();
    };
  }
  const stopListening = listen('popstate', reportSoon);
  report();
  return () => {
    // Not undone: others may have replaced the methods since.
    isStopped = true;
    stopListening();
  };
};
