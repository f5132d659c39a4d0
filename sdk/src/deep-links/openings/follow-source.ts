import type { LinkSource } from '../../platform/platform.ts';
import type { Teller } from './hear-urls.ts';

/** Listens once to where the system tells which URLs open the app. */
export function createSourceFollower(hear: (url: string, teller: Teller) => unknown) {
  let initial: Promise<unknown> | undefined;
  let stop: (() => void) | undefined;
  return {
    /** Resolves when it is known by which URL the app was started. */
    async follow(source: LinkSource | undefined): Promise<void> {
      if (!source) return;
      stop ??= source.onUrl((url) => hear(url, 'running'));
      initial ??= source.initialUrl().then(
        (url) => url && hear(url, 'start'),
        () => {},
      );
      await initial;
    },
    stop(): void {
      stop?.();
      stop = undefined;
    },
  };
}
