// Loaded before the command line: reports its measures and its peak memory when the process ends.
process.on('exit', () => {
  const measures = performance.getEntriesByType('measure');
  const sum = (name) =>
    measures.filter((entry) => entry.name === name).reduce((total, { duration }) => total + duration, 0);
  const enginesMs = sum('engines') + sum('advisories');
  const peakMegabytes = process.resourceUsage().maxRSS / 1024;
  process.stderr.write(`\n${JSON.stringify({ enginesMs, peakMegabytes })}`);
});
