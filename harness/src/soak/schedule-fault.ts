import type { SimulatedDevice } from '../devices/simulated-device.ts';
import type { Condition } from '../network/conditions.ts';
import type { VirtualTime } from '../network/virtual-time.ts';
import type { Fault } from './fault.ts';

/** What faults happen to. */
export interface FaultTarget {
  readonly time: VirtualTime;
  readonly device: SimulatedDevice;
  /** What is wrong with its network. */
  readonly conditions: Set<Condition>;
}

/** Lets a fault happen at its time, and end if it lasts. */
export function scheduleFault(fault: Fault, { time, device, conditions }: FaultTarget): void {
  const { trouble, battery } = device;
  const begin = beginning();
  time.after(fault.at - time.now(), begin.act);
  if ('until' in fault) time.after(fault.until - time.now(), begin.undo);

  function beginning(): { act: () => void; undo: () => void } {
    const undo = () => {};
    switch (fault.kind) {
      case 'death':
        return { act: () => device.dieAfter(fault.steps, fault.how), undo };
      case 'torn-write':
        return { act: () => Object.assign(trouble, { tearNext: fault }), undo };
      case 'damage':
        return { act: () => Object.assign(trouble, { damageNext: fault.where }), undo };
      case 'clock':
        return { act: () => device.clock.set(fault.byMs), undo };
      case 'battery':
        return { act: () => battery.set(fault.percent), undo: () => battery.set(undefined) };
      case 'full-disk':
        return {
          act: () => Object.assign(trouble, { isFull: true }),
          undo: () => Object.assign(trouble, { isFull: false }),
        };
      case 'slow-disk':
        return {
          act: () => Object.assign(trouble, { isSlow: true }),
          undo: () => Object.assign(trouble, { isSlow: false }),
        };
      case 'network':
        return { act: () => conditions.add(fault.condition), undo: () => conditions.delete(fault.condition) };
    }
  }
}

/** From now on everything works, and the app runs. */
export function cureDevice(device: SimulatedDevice, conditions: Set<Condition>): void {
  conditions.clear();
  Object.assign(device.trouble, { isFull: false, isSlow: false });
  delete device.trouble.tearNext;
  delete device.trouble.damageNext;
  device.dieAfter(Number.POSITIVE_INFINITY, 'before');
  device.battery.set(undefined);
  device.start();
}
