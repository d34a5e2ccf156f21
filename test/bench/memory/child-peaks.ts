import { readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';

const sampleMs = 10;
const peakKilobytes = /^VmHWM:\s+(\d+) kB/m;
const fileKilobytes = /^RssFile:\s+(\d+) kB/m;

const textOf = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // It has ended meanwhile.
    return '';
  }
};

/** The name of a program is in parentheses and may contain spaces. */
const parentOf = (pid: string): number => Number(/\) \S (\d+)/.exec(textOf(`/proc/${pid}/stat`))?.[1]);

const programOf = (pid: string): string | undefined => {
  try {
    return readlinkSync(`/proc/${pid}/exe`);
  } catch {
    return undefined;
  }
};

/**
 * Returns the highest memory of a process. The pages of the program are in memory once for all processes that run it, so
 * those of a child that runs the same program as this one are not counted again.
 */
const bytesOf = (pid: string): number => {
  const status = textOf(`/proc/${pid}/status`);
  const kilobytes = (expression: RegExp): number => Number(expression.exec(status)?.[1] ?? 0);
  const shared = programOf(pid) === programOf('self') ? kilobytes(fileKilobytes) : 0;
  return Math.max(0, kilobytes(peakKilobytes) - shared) * 1024;
};

const childrenOf = (): string[] =>
  readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(name) === process.pid);

/** Returns the highest memory of this process, with the pages of its program. */
const ownBytes = (): number => Number(peakKilobytes.exec(textOf('/proc/self/status'))?.[1] ?? 0) * 1024;

/** Has the system note the highest memory of a process from now on. */
const resetPeak = (pid: string): void => {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, '5');
  } catch {
    // It has ended, or the system notes only one highest value for all of its time, which is not lower.
  }
};

/** The highest memory of this process and of those that it starts, in bytes. */
interface WatchedMemory {
  own: number;
  /** That of those that run concurrently. */
  children: number;
  /** That of all together, at any one time. */
  together: number;
}

/**
 * Samples the highest memory of this process and of those that it starts. Each sample has the highest since the one
 * before, so that nothing between them is missed.
 * @returns a function that ends it.
 */
export const watchMemory = (): (() => WatchedMemory) => {
  const highest: WatchedMemory = { own: 0, children: 0, together: 0 };
  if (process.platform !== 'linux') {
    return () => {
      const own = process.resourceUsage().maxRSS * 1024;
      return { own, children: 0, together: own };
    };
  }
  const sample = (): void => {
    const [own, pids] = [ownBytes(), childrenOf()];
    const children = pids.map(bytesOf).reduce((sum, bytes) => sum + bytes, 0);
    for (const pid of ['self', ...pids]) resetPeak(pid);
    highest.own = Math.max(highest.own, own);
    highest.children = Math.max(highest.children, children);
    highest.together = Math.max(highest.together, own + children);
  };
  const timer = setInterval(sample, sampleMs);
  return () => {
    clearInterval(timer);
    sample();
    return highest;
  };
};
