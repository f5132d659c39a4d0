import { randomFor } from '@tributary/server/testing/random';
import { expect, test } from 'vitest';
import { FaultRig } from './fault-rig.ts';
import { erasure } from './operations/erasure.ts';
import { postbacks } from './operations/postbacks.ts';
import { runFaults } from './run-faults.ts';

// `npm run bench -- faults` does this at many moments of every operation.
test('a server killed while it erases or delivers leaves nothing half done', {
  timeout: 180_000,
}, async () => {
  const rig = await FaultRig.start();
  try {
    const random = randomFor(7, 'faults').next;
    for (const operation of [erasure, postbacks])
      for await (const { wrong } of runFaults(rig, operation, {
        moments: 1,
        databaseMoments: 0,
        freezeMs: 0,
        random,
      }))
        expect(wrong).toEqual([]);
  } finally {
    await rig.close();
  }
});
