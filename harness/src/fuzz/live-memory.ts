import { once } from 'node:events';
import type { SpawnedBackend } from '../backend/spawned-backend.ts';
import { readProcessUsage } from '../processes/process-usage.ts';

/** The memory of a process. */
export interface MemoryUse {
  /** Live heap, without garbage, in bytes. */
  readonly live: number;
  /** Resident memory, in bytes. */
  readonly resident: number;
}

/** Environment that makes a service's memory measurable: its garbage collector is triggered through the inspector. */
export const MEASURABLE = { NODE_OPTIONS: '--inspect=127.0.0.1:0' };

/** Collects a service's garbage and measures what is left. */
export async function measureMemory(backend: SpawnedBackend): Promise<MemoryUse> {
  const url = /ws:\/\/\S+/.exec(backend.output())?.[0];
  if (url === undefined) throw new Error('the service was not started with memory measurement');
  const socket = new WebSocket(url);
  await once(socket, 'open');
  try {
    await ask(socket, 'HeapProfiler.collectGarbage');
    const { usedSize } = await ask<{ usedSize: number }>(socket, 'Runtime.getHeapUsage');
    return { live: usedSize, resident: readProcessUsage(backend.process.pid ?? 0).residentBytes };
  } finally {
    socket.close();
  }
}

async function ask<Answer>(socket: WebSocket, method: string): Promise<Answer> {
  socket.send(JSON.stringify({ id: 1, method }));
  for (;;) {
    const [{ data }] = (await once(socket, 'message')) as [{ data: string }];
    const message = JSON.parse(data) as { id?: number; result: Answer };
    if (message.id === 1) return message.result;
  }
}
