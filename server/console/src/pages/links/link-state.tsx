import { State } from '../../values/values.tsx';
import type { LinkItem } from './link-item.ts';

/** Whether a link leads anywhere. @param now Unix ms */
export function stateOf({ active, expires_at }: LinkItem, now: number): 'active' | 'paused' | 'ended' {
  if (!active) return 'paused';
  return expires_at !== null && expires_at <= now ? 'ended' : 'active';
}

/** The state of a link, as a label. */
export function LinkState({ of: link }: { of: LinkItem }) {
  const state = stateOf(link, Date.now());
  return <State word={state} tone={state === 'active' ? 'good' : state === 'paused' ? 'warn' : 'quiet'} />;
}
