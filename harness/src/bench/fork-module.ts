import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

/** Starts a module of the bench as a separate process, which communicates by messages. */
export function forkModule(url: URL): ChildProcess {
  return fork(url, { serialization: 'advanced' });
}

/** The next message from a process; the caller states its type. */
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
