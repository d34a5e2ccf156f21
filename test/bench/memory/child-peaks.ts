import { readdirSync, readFileSync } from 'node:fs';

const sampleMs = 10;
const kilobytes = /^VmHWM:\s+(\d+) kB/m;

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

const childrenBytes = (): number =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === process.pid)
    .map((pid) => Number(kilobytes.exec(textOf(`/proc/${pid}/status`))?.[1] ?? 0) * 1024)
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
