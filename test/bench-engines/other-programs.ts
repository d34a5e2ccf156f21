import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import type { Row } from './row.ts';
import { sizeOf } from './source-tree.ts';
import { megabytesPerSecond } from './stopwatch.ts';

/** A program for comparison: how it is started on a folder, and what it looks for there. */
export interface OtherProgram {
  program: string;
  command: (folder: string) => readonly string[];
}

/** Only the rules of RuboCop for security, in one process. */
export const rubocop: OtherProgram = {
  program: 'rubocop (Security)',
  command: (folder) =>
    ['rubocop', '--only', 'Security', '--cache', 'false', '--no-parallel', '-f', 'q'].concat(folder),
};

const phpSniffs = [
  'Squiz.PHP.Eval',
  'Squiz.PHP.DiscouragedFunctions',
  'Generic.PHP.BacktickOperator',
  'Generic.PHP.ForbiddenFunctions',
];

/** Those rules of PHP_CodeSniffer that have to do with security. */
export const codeSniffer: OtherProgram = {
  program: 'phpcs (security sniffs)',
  command: (folder) =>
    ['phpcs', '--standard=Generic', `--sniffs=${phpSniffs.join()}`, '-q', '--no-cache'].concat(folder),
};

/** Runs a program and returns its CPU milliseconds, which bash tells; undefined where it cannot be started. */
const cpuMsOf = (command: readonly string[], path: string): number | undefined => {
  const script =
    'command -v "$0" >/dev/null || exit 9; TIMEFORMAT="%U %S"; time "$0" "$@" >/dev/null 2>&1; exit 0';
  const { status, stderr } = spawnSync('bash', ['-c', script, ...command], {
    env: { ...process.env, PATH: path },
    encoding: 'utf8',
  });
  const times = stderr.trim().split(' ').map(Number);
  return status === 0 && times.length === 2 ? times.reduce((sum, one) => sum + one, 0) * 1e3 : undefined;
};

/** Measures a program on the same files, without what it takes on an empty folder. */
export const speedOf = (
  { program, command }: OtherProgram,
  files: ReadonlyMap<string, Buffer>,
  beside = '',
): NonNullable<Row['beside']> => {
  const directory = mkdtempSync(join(tmpdir(), 'scangate-bench-'));
  const path = [join(beside, 'bin'), process.env['PATH'] ?? ''].join(delimiter);
  try {
    const [empty, full] = [join(directory, 'empty'), join(directory, 'full')];
    mkdirSync(empty);
    for (const [name, content] of files) {
      mkdirSync(dirname(join(full, name)), { recursive: true });
      writeFileSync(join(full, name), content);
    }
    const start = cpuMsOf(command(empty), path);
    const all = cpuMsOf(command(full), path);
    if (start === undefined || all === undefined) return { program, missing: 'not installed' };
    return { program, value: megabytesPerSecond(sizeOf(files), Math.max(1, all - start)) };
  } finally {
    rmSync(directory, { recursive: true });
  }
};
