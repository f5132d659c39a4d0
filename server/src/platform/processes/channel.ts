/** One side of the connection between two processes, as `process` and `ChildProcess` have it. */
export interface Wire {
  send?(message: object): unknown;
  on(event: 'message', listener: (message: unknown) => void): unknown;
  once(event: 'disconnect', listener: () => void): unknown;
}

/** What one side may ask the other: by name, the argument and the answer. Both travel as JSON. */
export type Questions = { readonly [name: string]: { readonly argument: unknown; readonly answer: unknown } };

type Handler<Q extends Questions, Name extends keyof Q> = (
  argument: Q[Name]['argument'],
) => Q[Name]['answer'] | Promise<Q[Name]['answer']>;

/** Questions in both directions between two processes. */
export interface Channel<Asked extends Questions, Answered extends Questions> {
  /** @throws Error if the other side fails, or ends before it has answered. */
  ask<Name extends keyof Asked & string>(
    name: Name,
    argument: Asked[Name]['argument'],
  ): Promise<Asked[Name]['answer']>;
  /** From now on answers that question. */
  answer<Name extends keyof Answered & string>(name: Name, handler: Handler<Answered, Name>): void;
}

/** Question: its number, its name, its argument. */
type Question = readonly [number: number, name: string, argument: unknown];
/** Answer: the number of the question, the answer, or why there is none. */
type Answer = readonly [number: number, answer: unknown, error?: string];

interface Message {
  readonly questions?: readonly Question[];
  readonly answers?: readonly Answer[];
}

interface Asker {
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: Error) => void;
}

const GONE = 'the other process has ended';

/** Collects what is sent in one tick into one message: each message costs more than what is in it. */
function collectSending(wire: Wire) {
  let questions: Question[] = [];
  let answers: Answer[] = [];
  let isDue = false;
  function flush(): void {
    const message: Message = { questions, answers };
    questions = [];
    answers = [];
    isDue = false;
    try {
      wire.send?.(message);
    } catch {
      // The other side has ended; whoever waits for it hears that from the disconnect.
    }
  }
  function due(): void {
    if (!isDue) setImmediate(flush);
    isDue = true;
  }
  return {
    question(question: Question) {
      questions.push(question);
      due();
    },
    answer(answer: Answer) {
      answers.push(answer);
      due();
    },
  };
}

/** Opens one side; the other process opens the other. */
export function openChannel<Asked extends Questions, Answered extends Questions>(
  wire: Wire,
): Channel<Asked, Answered> {
  const send = collectSending(wire);
  const askers = new Map<number, Asker>();
  const handlers = new Map<string, (argument: unknown) => unknown>();
  let asked = 0;
  let isOpen = true;

  async function reply([number, name, argument]: Question): Promise<void> {
    try {
      const handler = handlers.get(name);
      if (handler === undefined) throw new Error(`this process does not answer ${name}`);
      send.answer([number, (await handler(argument)) ?? null]);
    } catch (error) {
      send.answer([number, null, (error as Error).message]);
    }
  }

  wire.on('message', (message) => {
    const { questions = [], answers = [] } = message as Message;
    for (const [number, answer, error] of answers) {
      const asker = askers.get(number);
      askers.delete(number);
      if (error === undefined) asker?.resolve(answer);
      else asker?.reject(new Error(error));
    }
    for (const question of questions) void reply(question);
  });
  wire.once('disconnect', () => {
    isOpen = false;
    for (const { reject } of askers.values()) reject(new Error(GONE));
    askers.clear();
  });

  return {
    ask(name, argument) {
      if (!isOpen) return Promise.reject(new Error(GONE));
      const number = asked++;
      send.question([number, name, argument]);
      return new Promise<never>((resolve, reject) => {
        askers.set(number, { resolve: resolve as Asker['resolve'], reject });
      });
    },
    answer(name, handler) {
      handlers.set(name, handler as (argument: unknown) => unknown);
    },
  };
}
