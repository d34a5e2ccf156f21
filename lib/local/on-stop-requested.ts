import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const parentCheckMs = 500;

interface ProcessState {
  parent: number;
  command: string;
  isZombie: boolean;
}

/**
 * Reads the state of a process from /proc if it exists, otherwise from ps. @returns undefined when the process has
 * ended.
 */
const readProcess = (pid: number): ProcessState | undefined => {
  try {
    if (process.platform === 'linux') {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const [, command = '', state, parent] = /^\d+ \((.*)\) (\S) (\d+)/s.exec(stat) ?? [];
      return { parent: Number(parent), command, isZombie: state === 'Z' };
    }
    const row = execFileSync('ps', ['-o', 'ppid=,state=,comm=', '-p', String(pid)], { encoding: 'utf8' });
    const [, parent, state = '', command = ''] = /^\s*(\d+)\s+(\S+)\s+(.*)$/m.exec(row) ?? [];
    return { parent: Number(parent), command, isZombie: state.startsWith('Z') };
  } catch {
    return undefined;
  }
};

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return process.platform !== 'linux' || readProcess(pid)?.isZombie === false;
  } catch {
    return false;
  }
};

/**
 * The parent process, and npm above it: npm runs a script in a shell, and not every shell replaces itself by its
 * command.
 */
const npmProcesses = (): number[] => {
  const parent = process.ppid;
  const shell = process.platform === 'win32' ? undefined : readProcess(parent);
  return shell && /(?:^|\/)(?:ba|da|k|z)?sh$/.test(shell.command) ? [parent, shell.parent] : [parent];
};

/**
 * Calls `stop` whenever this process is asked to end: Ctrl-C, SIGTERM, a closed terminal, or the end of npm. npm can
 * be killed without forwarding a signal, so under `npm start` its processes are watched.
 */
export const onStopRequested = (stop: () => void): void => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  // Closing a terminal closes the output too, which must not interrupt an orderly shutdown.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {});
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const parent = process.ppid;
  const watched = npmProcesses();
  const timer = setInterval(() => {
    if (process.ppid === parent && watched.every(isRunning)) return;
    clearInterval(timer);
    stop();
  }, parentCheckMs);
  timer.unref();
};
