/** Waits for a lock between processes and takes it: see install-lock.mjs. */
export function takeLock(
  folder: string,
  onWait: (holder: number) => void,
): Promise<{ addHolder(pid: number): void; release(): void }>;
