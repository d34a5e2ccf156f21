const parentCheckMs = 500;

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/**
 * Calls `stop` whenever somebody asks this process to end: Ctrl-C, SIGTERM, a closed terminal, or npm that is gone.
 * npm can be killed without passing a signal on, so under `npm start` the parent process is watched.
 */
export const onStopRequested = (stop: () => void): void => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  // A closed terminal takes the output with it, which must not break off an orderly end.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {});
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent && isRunning(parent)) return;
    clearInterval(timer);
    stop();
  }, parentCheckMs);
  timer.unref();
};
