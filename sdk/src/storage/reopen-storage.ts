import type { Timers } from '../platform/platform.ts';
import { withDeadline } from './guard-storage.ts';

/** Uses a part of the storage that is reopened after each failure, since it may have been deleted. */
export function reopenStorage<Part>(
  timers: Timers,
  open: () => Promise<Part>,
  close?: (part: Part) => unknown,
): <Result>(act: (part: Part) => Promise<Result>) => Promise<Result> {
  let opened: Promise<Part> | undefined;
  return (act) => {
    // With a deadline of its own, so that whoever comes later does not wait for it longer than the first.
    opened ??= withDeadline(timers, open);
    const mine = opened;
    return withDeadline(timers, async () => act(await mine)).catch((error) => {
      if (opened === mine) opened = undefined;
      // Not awaited: what hangs may hang here too.
      mine.then(close).catch(() => undefined);
      throw error;
    });
  };
}
