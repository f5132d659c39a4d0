/** Sends under way to each host, so that one process never has more than so many connections to it. */
export interface HostSlots {
  /** Takes as many of the wanted slots as are free, which may be none. */
  take(host: string, wanted: number): number;
  giveBack(host: string, slots: number): void;
}

/** @param perHost how many slots a host has, whichever configs post to it. */
export function createHostSlots(perHost: number): HostSlots {
  const taken = new Map<string, number>();
  return {
    take(host, wanted) {
      const used = taken.get(host) ?? 0;
      const slots = Math.max(0, Math.min(wanted, perHost - used));
      if (slots > 0) taken.set(host, used + slots);
      return slots;
    },
    giveBack(host, slots) {
      const left = (taken.get(host) ?? 0) - slots;
      if (left > 0) taken.set(host, left);
      else taken.delete(host);
    },
  };
}
