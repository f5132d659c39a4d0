import type { LinkSource } from '../../platform/platform.ts';

/** Listens once to where the system tells which URLs open the app. */
export function createSourceFollower(hear: (url: string) => unknown) {
  let initial: Promise<unknown> | undefined;
  let stop: (() => void) | undefined;
  return {
    /** Resolves when it is known by which URL the app was started. */
    async follow(source: LinkSource | undefined): Promise<void> {
      if (!source) return;
      stop ??= source.onUrl((url) => hear(url));
      initial ??= source.initialUrl().then(
        (url) => url && hear(url),
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
