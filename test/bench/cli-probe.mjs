// Loaded before the command line: reports its measures and its peak memory when the process ends.
import { readFileSync } from 'node:fs';

/** On Linux the maximum that the process is told begins with that of its parent, so the kernel's own count is read. */
const peakMegabytes = () => {
  try {
    return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))[1]) / 1024;
  } catch {
    return process.resourceUsage().maxRSS / 1024;
  }
};

process.on('exit', () => {
  const measures = performance.getEntriesByType('measure');
  const sum = (name) =>
    measures.filter((entry) => entry.name === name).reduce((total, { duration }) => total + duration, 0);
  const enginesMs = sum('engines') + sum('advisories');
  process.stderr.write(`\n${JSON.stringify({ enginesMs, peakMegabytes: peakMegabytes() })}`);
});
