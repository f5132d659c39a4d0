import type { Timers } from '../platform/platform.ts';
import { withDeadline } from './guard-storage.ts';

/** Uses a part of the storage that is reopened after each failure, since it may have been deleted. */
export function reopenStorage<Part>(
  timers: Timers,
  open: () => Promise<Part>,
  close?: (part: Part) => unknown,
): <Result>(act: (part: Part) => Promise<Result>, deadlineMs?: number) => Promise<Result> {
  let opened: { part: Promise<Part>; inTime: Promise<Part> } | undefined;
  return (act, deadlineMs) => {
    if (!opened) {
      const part = Promise.resolve().then(open);
      // Of its own, so that whoever comes later does not wait for it longer than the first.
      opened = { part, inTime: withDeadline(timers, () => part, deadlineMs) };
    }
    const mine = opened;
    return withDeadline(timers, async () => act(await mine.inTime), deadlineMs).catch((error) => {
      if (opened === mine) opened = undefined;
      // Not awaited: what hangs may hang here too.
      mine.part.then(close).catch(() => undefined);
      throw error;
    });
  };
}
