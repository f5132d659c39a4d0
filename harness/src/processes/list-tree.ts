import { execFileSync } from 'node:child_process';

/** A process and its descendants, each after its parent. */
export function listTree(first: number): { pid: number; args: string }[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8', maxBuffer: 1 << 26 });
  const rows = [...lines.matchAll(/^ *(\d+) +(\d+) (.*)$/gm)].map(([, pid, parent, args]) => ({
    pid: Number(pid),
    parent: Number(parent),
    args: args ?? '',
  }));
  const found = rows.filter(({ pid }) => pid === first);
  for (const { pid } of found) found.push(...rows.filter(({ parent }) => parent === pid));
  return found;
}
