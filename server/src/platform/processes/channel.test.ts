import { EventEmitter } from 'node:events';
import { beforeEach, expect, test } from 'vitest';
import { openChannel, type Wire } from './channel.ts';

type Sums = {
  readonly add: { argument: readonly number[]; answer: number };
  readonly fail: { argument: null; answer: null };
  readonly never: { argument: null; answer: null };
};

/** Both ends of what carries JSON between two processes, and how many messages it has carried. */
function connect() {
  const ends = [new EventEmitter(), new EventEmitter()] as const;
  let messages = 0;
  const wireOf = (at: 0 | 1): Wire => {
    const other = ends[at === 0 ? 1 : 0];
    return Object.assign(ends[at], {
      send(message: object) {
        messages++;
        const text = JSON.stringify(message);
        setImmediate(() => other.emit('message', JSON.parse(text)));
      },
    });
  };
  return { ends, wires: [wireOf(0), wireOf(1)] as const, count: () => messages };
}

let line: ReturnType<typeof connect>;
let asking: ReturnType<typeof openChannel<Sums, Sums>>;
beforeEach(() => {
  line = connect();
  asking = openChannel<Sums, Sums>(line.wires[0]);
  const answering = openChannel<Sums, Sums>(line.wires[1]);
  answering.answer('add', (numbers) => numbers.reduce((sum, number) => sum + number, 0));
  answering.answer('fail', () => {
    throw new Error('it cannot be done');
  });
  answering.answer('never', () => new Promise(() => {}));
});

test('answers each question with its own answer', async () => {
  const answers = await Promise.all([asking.ask('add', [1, 2]), asking.ask('add', [3, 4])]);
  expect(answers).toEqual([3, 7]);
});

test('carries what is asked at the same time in one message, and the answers in another', async () => {
  await Promise.all(Array.from({ length: 100 }, (_, n) => asking.ask('add', [n])));
  expect(line.count()).toBe(2);
});

test('tells why there is no answer', async () => {
  await expect(asking.ask('fail', null)).rejects.toThrow('it cannot be done');
});

test('waits for no process that has ended', async () => {
  const waiting = asking.ask('never', null);
  line.ends[0].emit('disconnect');
  await expect(waiting).rejects.toThrow('ended');
  await expect(asking.ask('add', [1])).rejects.toThrow('ended');
});
