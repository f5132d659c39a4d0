import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

/** Starts a module of the bench's as a process of its own, which is spoken to by messages. */
export function forkModule(url: URL): ChildProcess {
  return fork(url, { serialization: 'advanced' });
}

/** The next message of a process; the caller says what it must be. */
export async function nextMessage<Message>(child: ChildProcess): Promise<Message> {
  const ended = new AbortController();
  const onExit = () => ended.abort(new Error('a process of the bench ended early'));
  child.once('exit', onExit);
  try {
    const [message] = await once(child, 'message', { signal: ended.signal });
    return message as Message;
  } finally {
    child.off('exit', onExit);
  }
}
