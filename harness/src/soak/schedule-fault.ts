import type { SimulatedDevice } from '../devices/simulated-device.ts';
import type { Condition } from '../network/conditions.ts';
import type { VirtualTime } from '../network/virtual-time.ts';
import type { Fault } from './fault.ts';

/** What faults happen to. */
export interface FaultTarget {
  readonly time: VirtualTime;
  /** The programs of a device. */
  readonly devices: readonly [SimulatedDevice, ...SimulatedDevice[]];
  /** What is wrong with its network. */
  readonly conditions: Set<Condition>;
  /** How the service treats single events. */
  readonly verdicts?: Set<ItemFault>;
  /** To be called whenever something has changed that tells the SDK whether it may send. */
  readonly onChange?: () => void;
}

export type ItemFault = Extract<Fault, { kind: 'item-results' }>;

/** Lets a fault happen at its time, and end if it lasts. */
export function scheduleFault(
  fault: Fault,
  { time, devices, conditions, verdicts, onChange }: FaultTarget,
): void {
  const [device] = devices;
  const { trouble, battery } = device;
  const { act, undo } = beginning();
  const plan = (at: number, change: () => void) =>
    time.after(at - time.now(), () => {
      change();
      onChange?.();
    });
  plan(fault.at, act);
  if ('until' in fault) plan(fault.until, undo);

  function beginning(): { act: () => void; undo: () => void } {
    const undo = () => {};
    switch (fault.kind) {
      case 'death':
        return {
          act: () => devices[fault.steps % devices.length]?.dieAfter(fault.steps, fault.how),
          undo,
        };
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
      case 'objection':
        return { act: () => choose(devices, false), undo: () => choose(devices, true) };
      case 'item-results':
        return { act: () => verdicts?.add(fault), undo: () => verdicts?.delete(fault) };
      case 'network':
        return { act: () => conditions.add(fault.condition), undo: () => conditions.delete(fault.condition) };
    }
  }
}

/** From now on everything works, and the programs run. */
export function cureDevice({ devices, conditions, verdicts, onChange }: FaultTarget): void {
  conditions.clear();
  verdicts?.clear();
  for (const device of devices) cure(device);
  onChange?.();
}

function choose(devices: FaultTarget['devices'], isAllowed: boolean): void {
  for (const device of devices) device.choose(isAllowed);
}

function cure(device: SimulatedDevice): void {
  Object.assign(device.trouble, { isFull: false, isSlow: false });
  delete device.trouble.tearNext;
  delete device.trouble.damageNext;
  device.dieAfter(Number.POSITIVE_INFINITY, 'before');
  device.battery.set(undefined);
  device.start();
}
