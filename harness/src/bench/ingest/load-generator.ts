import type { ChildProcess } from 'node:child_process';
import { forkModule, nextMessage } from '../ask-process.ts';
import type { LoadCommand, LoadReport, LoadResult, PrepareLoad, RunLoad } from './load-messages.ts';

/** Speaks to a load generator in a process of its own. */
export class LoadGenerator {
  readonly #child: ChildProcess = forkModule(new URL('./load-process.ts', import.meta.url));

  async prepare(what: Omit<PrepareLoad, 'kind'>): Promise<void> {
    await this.#ask({ kind: 'prepare', ...what });
  }

  /** @param whenWarm called when the warm-up is over and the time counts. */
  async run(what: Omit<RunLoad, 'kind'>, whenWarm: () => void): Promise<LoadResult> {
    await this.#ask({ kind: 'run', ...what });
    whenWarm();
    const done = await nextMessage<LoadReport>(this.#child);
    if (done.kind !== 'done') throw new Error('the load generator answers out of turn');
    return done;
  }

  /** Lets a run end now: its `run` answers with what was sent. */
  stop(): void {
    this.#child.send({ kind: 'stop' } satisfies LoadCommand);
  }

  close(): void {
    this.#child.kill();
  }

  #ask(command: LoadCommand): Promise<LoadReport> {
    const answer = nextMessage<LoadReport>(this.#child);
    this.#child.send(command);
    return answer;
  }
}
