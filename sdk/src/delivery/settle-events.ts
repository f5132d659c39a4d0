import type { EventCounts } from '../events/event-counts.ts';
import { describeEvent } from '../events/name-event.ts';
import type { Logger } from '../platform/logger.ts';
import type { WriteAhead } from '../platform/write-ahead.ts';
import type { DeadLetters } from '../storage/dead-letters.ts';
import type { EventQueue } from '../storage/with-memory-fallback.ts';
import { type QueuedEvent, type SentEvent, withFate } from '../transport/send-events.ts';
import type { LeaveSender } from './send-on-leave.ts';
import type { Session } from './session.ts';

export interface SettleEventsParts {
  queue: { events: Pick<EventQueue, 'ack'> };
  ahead: WriteAhead | undefined;
  leaving: Pick<LeaveSender, 'forget'> | undefined;
  session: Session;
  deadLetters: DeadLetters;
  counts: EventCounts;
  log: Logger;
}

/** Takes events that the service has answered for out of the queue. */
export interface SettleEvents {
  /** Does with each event what its fate calls for. */
  settle(sent: readonly SentEvent[]): Promise<void>;
  /** Removes a record that is not an event. */
  discard(id: string): Promise<void>;
  /** Removes events that need not be sent. */
  remove(queued: readonly QueuedEvent[]): Promise<void>;
  /** Counts events that the service has accepted, and remembers them until they can be removed. */
  noteAnswered(sent: readonly SentEvent[]): void;
  /** The ids of events that the service has answered for, although they are still in the queue. */
  answered: Set<string>;
}

/** On a full disk events cannot be removed: they are remembered, so that this process does not send them again. */
export function createSettleEvents(parts: SettleEventsParts): SettleEvents {
  const { queue, ahead, leaving, session, deadLetters, counts, log } = parts;
  const { events } = queue;
  const answered = new Set<string>();

  function note(settled: readonly QueuedEvent[], isRemoved: boolean): void {
    for (const { event } of settled) {
      const { event_id } = event.facts;
      ahead?.remove(event_id);
      leaving?.forget(event_id);
      if (isRemoved) answered.delete(event_id);
      else answered.add(event_id);
    }
  }

  async function remove(settled: readonly QueuedEvent[]): Promise<void> {
    note(settled, await events.ack(settled.map(({ id }) => id)));
  }

  function count({ fate, answer }: SentEvent): void {
    if (fate === 'done') counts[answer?.status === 'deduplicated' ? 'deduplicated' : 'sent']++;
    else if (answer?.code) counts.reject(answer.code);
  }

  return {
    async settle(sent) {
      for (const queued of sent) {
        const { event, fate, reason = '' } = queued;
        const described = describeEvent(event.facts);
        count(queued);
        if (fate === 'later') session.park(event.facts.event_id);
        if (fate === 'stop' || fate === 'clock') session.stop();
        if (fate === 'dead') {
          log.error(`${described} is a dead letter: ${reason}`);
          counts.drop('dead_letter');
          // Before it leaves the queue: a crash in between leaves it in both.
          await deadLetters.add(event, reason);
        } else if (fate !== 'done') log.error(`${described} waits: ${reason}`);
      }
      const settled = withFate(sent, 'done', 'dead');
      await remove(settled);
      log.verbose(`${settled.length} of ${sent.length} settled`);
    },
    async discard(id) {
      log.error('unreadable');
      counts.drop('unreadable');
      await events.ack([id]);
    },
    remove,
    noteAnswered(sent) {
      const accepted = withFate(sent, 'done');
      accepted.forEach(count);
      note(accepted, false);
    },
    answered,
  };
}
