import { describe, expect, test } from 'vitest';
import type { AppError } from '../../errors/errors.ts';
import { GroupCommit } from './group-commit.ts';

const settings = { fullAt: 4, commitsAtOnce: 2, lingerMs: 1, maxItems: 10, maxWaitMs: 1000 };

/** A group commit whose commits finish when the test says so. */
function heldBack(overrides: Partial<typeof settings> = {}) {
  const commits: { items: number[]; finish(): void; fail(error: Error): void }[] = [];
  let now = 0;
  let announce = () => {};
  const commit = (items: number[]) =>
    new Promise<string[]>((resolve, reject) => {
      commits.push({ items, finish: () => resolve(items.map((item) => `r${item}`)), fail: reject });
      announce();
    });
  const group = new GroupCommit(commit, { ...settings, ...overrides }, () => now);
  return {
    group,
    commits,
    pass: (ms: number) => {
      now += ms;
    },
    async started(count: number) {
      while (commits.length < count) await new Promise<void>((resolve) => (announce = resolve));
    },
  };
}

describe('a group commit', () => {
  test('gathers what comes in one tick and gives each its own results', async () => {
    const { group, commits, started } = heldBack();
    const answers = [group.submit([1, 2]), group.submit([3])];
    await started(1);
    expect(commits.map(({ items }) => items)).toEqual([[1, 2, 3]]);
    commits[0]?.finish();
    expect(await Promise.all(answers)).toEqual([['r1', 'r2'], ['r3']]);
    expect(group.held).toBe(0);
  });

  test('answers nothing for nothing', async () => {
    expect(await heldBack().group.submit([])).toEqual([]);
  });

  test('starts a second commit alongside the first, and no third', async () => {
    const { group, commits, started } = heldBack();
    void group.submit([1]);
    await started(1);
    void group.submit([2]);
    await started(2);
    const third = group.submit([3, 4, 5, 6]);
    expect(commits).toHaveLength(2);
    commits[0]?.finish();
    await started(3);
    commits[2]?.finish();
    expect(await third).toEqual(['r3', 'r4', 'r5', 'r6']);
  });

  test('lets few wait for the commit that is under way', async () => {
    const { group, commits, started } = heldBack({ lingerMs: 60_000 });
    void group.submit([1]);
    await started(1);
    const few = [group.submit([2]), group.submit([3])];
    commits[0]?.finish();
    await started(2);
    expect(commits[1]?.items).toEqual([2, 3]);
    commits[1]?.finish();
    expect(await Promise.all(few)).toEqual([['r2'], ['r3']]);
  });

  test('does not wait once it is full, and never splits a submission', async () => {
    const { group, commits } = heldBack();
    void group.submit([1, 2, 3]);
    void group.submit([4, 5]);
    expect(commits.map(({ items }) => items)).toEqual([[1, 2, 3, 4, 5]]);
  });

  test('refuses at once what is more than it may hold, and takes it when there is room again', async () => {
    const { group, commits, started } = heldBack();
    const first = group.submit([1, 2, 3, 4, 5, 6, 7, 8]);
    const refused = await group.submit([9, 10, 11]).catch((error: AppError) => error);
    expect(refused).toMatchObject({ code: 'OVERLOADED', status: 503, retryAfter: 1 });
    const fits = group.submit([9, 10]);
    commits[0]?.finish();
    await first;
    await started(2);
    commits[1]?.finish();
    expect(await fits).toEqual(['r9', 'r10']);
  });

  test('fails everyone in a failed commit, and serves who comes next', async () => {
    const { group, commits, started } = heldBack();
    const answers = [group.submit([1]), group.submit([2])].map((answer) => answer.catch((error) => error));
    await started(1);
    commits[0]?.fail(new Error('gone'));
    for (const answer of await Promise.all(answers)) expect(answer).toMatchObject({ code: 'OVERLOADED' });
    const next = group.submit([3]);
    await started(2);
    commits[1]?.finish();
    expect(await next).toEqual(['r3']);
  });

  test('after a failure gives up who waited too long, and tries on for the others', async () => {
    const { group, commits, started, pass } = heldBack({ commitsAtOnce: 1 });
    const first = group.submit([1, 1, 1, 1]).catch((error) => error);
    const late = group.submit([2]).catch((error) => error);
    pass(1001);
    const patient = group.submit([3]);
    commits[0]?.fail(new Error('timed out'));
    expect(await first).toMatchObject({ code: 'OVERLOADED' });
    expect(await late).toMatchObject({ code: 'OVERLOADED' });
    await started(2);
    expect(commits[1]?.items).toEqual([3]);
    commits[1]?.finish();
    expect(await patient).toEqual(['r3']);
    expect(group.held).toBe(0);
  });

  test('closes after everything taken is committed, and takes nothing more', async () => {
    const { group, commits, started } = heldBack({ commitsAtOnce: 1 });
    const answers = [group.submit([1, 1, 1, 1]), group.submit([2])];
    let closed = false;
    const closing = group.close().then(() => (closed = true));
    await expect(group.submit([3])).rejects.toThrow('the service is stopping');
    commits[0]?.finish();
    await started(2);
    expect(closed).toBe(false);
    commits[1]?.finish();
    expect(await Promise.all(answers)).toEqual([['r1', 'r1', 'r1', 'r1'], ['r2']]);
    await closing;
  });
});
