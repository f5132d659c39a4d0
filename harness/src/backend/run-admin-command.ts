import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { COMPILE_CACHE } from './compile-cache.ts';
import { programPath } from './program-path.ts';

export interface CommandEnd {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Starts an admin command as a separate process. */
export function startAdminCommand(env: Record<string, string>, args: readonly string[], shell?: string) {
  const command = [process.execPath, programPath('admin'), ...args];
  const [program = '', ...words] =
    shell === undefined ? command : ['bash', '-c', `${shell}; exec "$@"`, 'bash', ...command];
  const child = spawn(program, words, {
    env: { PATH: process.env.PATH, ...COMPILE_CACHE, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const end = async (): Promise<CommandEnd> => {
    const ended = once(child, 'exit');
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
    await ended;
    return { code: child.exitCode, out: out.trim(), err: err.trim() };
  };
  return { child, ended: end() };
}

/** Runs a command to its end. `shell` is a line of bash that is run before it. */
export function runAdminCommand(
  env: Record<string, string>,
  args: readonly string[],
  shell?: string,
): Promise<CommandEnd> {
  return startAdminCommand(env, args, shell).ended;
}
