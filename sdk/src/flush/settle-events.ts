import type { EventCounts } from '../client/event-counts.ts';
import type { Logger } from '../logger.ts';
import type { DeadLetters } from '../queue/dead-letters.ts';
import type { EventQueue } from '../queue/with-memory-fallback.ts';
import type { EventFate, QueuedEvent } from '../transport/send-events.ts';

export interface SettleEventsParts {
  events: Pick<EventQueue, 'ack'>;
  deadLetters: DeadLetters;
  counts: EventCounts;
  log: Logger;
  /** Called with each event that is settled. */
  onSettled(eventId: string): void;
}

/** Takes events that the service has answered for out of the queue. */
export interface SettleEvents {
  settle(fates: readonly EventFate[]): Promise<void>;
  /** Moves an event to the dead letters. */
  bury(queued: QueuedEvent, reason: string): Promise<void>;
  /** Removes a record that is not an event. */
  discard(id: string): Promise<void>;
  /** Removes events that need not be sent. */
  remove(queued: readonly QueuedEvent[]): Promise<void>;
  /** Counts events that the service has accepted, and remembers them until they can be removed. */
  noteAnswered(fates: readonly EventFate[]): void;
  /** Whether the service has answered for the event, although it is still in the queue. */
  isAnswered(eventId: string): boolean;
}

/** On a full disk events cannot be removed: they are remembered, so that this process does not send them again. */
export function createSettleEvents({
  events,
  deadLetters,
  counts,
  log,
  onSettled,
}: SettleEventsParts): SettleEvents {
  const answered = new Set<string>();

  async function remove(settled: readonly QueuedEvent[]): Promise<void> {
    if (settled.length === 0) return;
    const removed = await events.ack(settled.map(({ id }) => id));
    for (const { event } of settled) {
      onSettled(event.facts.event_id);
      if (removed) answered.delete(event.facts.event_id);
      else answered.add(event.facts.event_id);
    }
  }

  async function keepLetter({ event }: QueuedEvent, reason: string): Promise<void> {
    log.error(`event ${event.facts.event_id} can never be accepted and is a dead letter: ${reason}`);
    counts.drop('dead_letter');
    await deadLetters.add(event, reason);
  }

  function count({ fate, code, isRepeated }: EventFate): void {
    if (fate === 'done') counts[isRepeated ? 'deduplicated' : 'sent']++;
    else if (code) counts.reject(code);
  }

  return {
    async settle(fates) {
      for (const fated of fates) {
        const { queued, fate, reason = '' } = fated;
        count(fated);
        // Into the dead letters before it leaves the queue: a crash in between leaves it in both.
        if (fate === 'dead') await keepLetter(queued, reason);
        else if (fate !== 'done')
          log.error(`event ${queued.event.facts.event_id} was not accepted and waits: ${reason}`);
      }
      const settled = fates.filter(({ fate }) => fate === 'done' || fate === 'dead');
      await remove(settled.map(({ queued }) => queued));
    },
    async bury(queued, reason) {
      await keepLetter(queued, reason);
      await remove([queued]);
    },
    async discard(id) {
      log.error('an event was lost: its record is unreadable');
      counts.drop('unreadable');
      await events.ack([id]);
    },
    remove,
    noteAnswered(fates) {
      for (const fated of fates) {
        if (fated.fate !== 'done') continue;
        count(fated);
        const { event_id } = fated.queued.event.facts;
        answered.add(event_id);
        onSettled(event_id);
      }
    },
    isAnswered: (eventId) => answered.has(eventId),
  };
}
