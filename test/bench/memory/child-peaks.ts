import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

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

const childrenBytes = (): number =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === process.pid)
    .map(bytesOf)
    .reduce((sum, bytes) => sum + bytes, 0);

/**
 * Samples the highest memory of the processes that this one starts, summing those that run concurrently.
 * @returns a function that ends it.
 */
export const watchChildren = (): (() => number) => {
  if (process.platform !== 'linux') return () => 0;
  let peak = 0;
  const timer = setInterval(() => (peak = Math.max(peak, childrenBytes())), sampleMs);
  return () => {
    clearInterval(timer);
    return peak;
  };
};
