import type { ChildProcess } from 'node:child_process';
import { forkModule, nextMessage } from '../fork-module.ts';
import type { LoadCommand, LoadReport, LoadResult, PrepareLoad, RunLoad } from './load-messages.ts';

/** Controls a load generator in a separate process. */
export class LoadGenerator {
  readonly #child: ChildProcess = forkModule(new URL('./load-process.ts', import.meta.url));

  async prepare(what: Omit<PrepareLoad, 'kind'>): Promise<void> {
    await this.#ask({ kind: 'prepare', ...what });
  }

  /** @param whenWarm called when the warm-up is over and the measurement starts */
  async run(what: Omit<RunLoad, 'kind'>, whenWarm: () => void): Promise<LoadResult> {
    await this.#ask({ kind: 'run', ...what });
    whenWarm();
    const done = await nextMessage<LoadReport>(this.#child);
    if (done.kind !== 'done') throw new Error('the load generator sent an unexpected message');
    return done;
  }

  /** Ends the current run; its `run` resolves with what was sent. */
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
