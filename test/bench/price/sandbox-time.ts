import { existsSync, readFileSync } from 'node:fs';
import type { AwsCall } from '../recorder.ts';

const sampleMs = 10;
const tickMs = 10;
const statistics = '/proc/self/stat';

/**
 * Reads the CPU time of child processes of this process that have ended, in ms; the sandboxes of functions
 * are the only ones. It is NaN where the system does not report it.
 */
const endedChildrenMs = (): number => {
  if (!existsSync(statistics)) return Number.NaN;
  // The name of the program is in parentheses and may contain spaces.
  const fields = readFileSync(statistics, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[13]) + Number(fields[14])) * tickMs;
};

/** The CPU time that became known at an instant. */
export interface Spent {
  atMs: number;
  spentMs: number;
}

type Invoked = Pick<AwsCall, 'invokes' | 'startMs'>;

/** Sums the time of sandboxes by the function that was invoked last before each was known, where one follows another. */
export const timeOfSandboxes = (
  spent: readonly Spent[],
  { invocations, names }: { invocations: readonly Invoked[]; names: readonly string[] },
): Map<string, number> => {
  const sums = new Map<string, number>();
  for (const { atMs, spentMs } of spent) {
    const before = invocations
      .filter(({ startMs }) => startMs <= atMs)
      .toSorted((a, b) => b.startMs - a.startMs);
    const name = before
      .map(({ invokes }) => names.find((known) => invokes?.endsWith(`-${known}`)))
      .find((known) => known !== undefined);
    if (name !== undefined) sums.set(name, (sums.get(name) ?? 0) + spentMs);
  }
  return sums;
};

/**
 * Records from now on when children ended and how much CPU time they took. @returns a function that ends it.
 */
export const watchSandboxes = (): (() => Spent[]) => {
  const spent: Spent[] = [];
  let known = endedChildrenMs();
  const look = (): void => {
    const now = endedChildrenMs();
    if (now !== known) spent.push({ atMs: performance.now(), spentMs: now - known });
    known = now;
  };
  const timer = setInterval(look, sampleMs).unref();
  return () => {
    clearInterval(timer);
    look();
    return spent;
  };
};
