import type { Engine } from '../../engine/engine.ts';

/** Holds back what may not be done before tracking is allowed. */
export function createAllowedGate() {
  let held: (() => void)[] = [];
  return {
    /** Resolves once it is known that tracking is allowed. */
    async whenAllowed({ opened, identity }: Pick<Engine, 'opened' | 'identity'>): Promise<void> {
      await opened;
      while (identity.isOptedOut()) await new Promise<void>((resolve) => held.push(resolve));
    },
    /** To be called when it may be allowed. */
    look(): void {
      const waiting = held;
      held = [];
      for (const resolve of waiting) resolve();
    },
  };
}
