import type { ErrorCode } from '@tributary/sdk/wire/ingest-response';
import type { Death } from '../devices/process-life.ts';
import type { Condition } from '../network/conditions.ts';

/** Something that goes wrong at a moment, or for a while; times in virtual ms. */
export type Fault =
  /** The process dies at an await, so many steps after that moment. */
  | { readonly kind: 'death'; readonly at: number; readonly steps: number; readonly how: Death }
  /** The first event tracked after that moment is written in part. */
  | { readonly kind: 'torn-write'; readonly at: number; readonly kept: number; readonly kills: boolean }
  /** One bit of the first event tracked after that moment changes on the disk. */
  | { readonly kind: 'damage'; readonly at: number; readonly where: number }
  /** Nothing can be written. */
  | { readonly kind: 'full-disk'; readonly at: number; readonly until: number }
  /** Every operation of the storage takes longer than the SDK waits for it. */
  | { readonly kind: 'slow-disk'; readonly at: number; readonly until: number }
  | { readonly kind: 'network'; readonly at: number; readonly until: number; readonly condition: Condition }
  /** The wall clock is set. */
  | { readonly kind: 'clock'; readonly at: number; readonly byMs: number }
  /** The user objects to tracking, and agrees again. */
  | { readonly kind: 'objection'; readonly at: number; readonly until: number }
  /** The service refuses single events, or leaves their results out. */
  | {
      readonly kind: 'item-results';
      readonly at: number;
      readonly until: number;
      readonly share: number;
      readonly code: ErrorCode | 'no result';
    }
  | { readonly kind: 'battery'; readonly at: number; readonly until: number; readonly percent: number };

/** Says in one line what goes wrong and when. */
export function describeFault(fault: Fault): string {
  const { kind, at, ...details } = fault;
  const rest = 'condition' in details ? { ...details.condition, until: details.until } : details;
  const words = Object.entries(rest).map(([name, value]) => `${name} ${show(name, value)}`);
  return `${clockTime(at)} ${kind}: ${words.join(', ')}`;
}

function show(name: string, value: unknown): string {
  if (name === 'until' && typeof value === 'number') return clockTime(value);
  return typeof value === 'number' ? String(Math.round(value * 100) / 100) : String(value);
}

/** Hours, minutes and seconds since the start. */
export function clockTime(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}
