import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';

/** The output of a command in a pseudo-terminal, as the terminal got it, and how the command ended. */
export interface TerminalRun {
  exitCode: number | null;
  /** Both streams, as they came. Escapes are shown as `␛`. */
  screen: string;
}

const quoted = (word: string): string => `'${word.replaceAll("'", String.raw`'\''`)}'`;

/**
 * Runs a command in a pseudo-terminal of a width. The terminal is that of `script`, which every Debian has (bsdutils).
 * @throws Error where there is none: a test that needs it is never skipped
 */
export const runInTerminal = async (
  command: readonly string[],
  { columns, environment }: { columns: number; environment: Record<string, string> },
): Promise<TerminalRun> => {
  const line = `stty cols ${columns} rows 40 && exec ${command.map(quoted).join(' ')}`;
  const child = spawn('script', ['--quiet', '--return', '--command', line, '/dev/null'], {
    env: { PATH: process.env['PATH'], SHELL: '/bin/sh', TERM: 'xterm-256color', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on('error', (cause) => reject(new Error('The program script (bsdutils) is needed.', { cause })));
    child.on('close', resolve);
  });
  const [exitCode, written] = await Promise.all([ended, text(child.stdout)]);
  return { exitCode, screen: written.replaceAll('\r\n', '\n').replaceAll('\u001b', '␛') };
};
