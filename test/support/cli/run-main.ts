import { createReadStream, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { readZip } from '#adapters/zip/read-zip.ts';
import type { CommandEnvironment } from '@scangate/cli/commands/command-environment';
import { main } from '@scangate/cli/main';

/** The outcome of a command. */
export interface MainRun {
  exitCode: number;
  out: string;
  log: string;
}

/** The differences from the usual commandEnvironment of a test. */
export interface MainWorld extends Partial<Omit<CommandEnvironment, 'terminal' | 'files'>> {
  files?: Partial<CommandEnvironment['files']>;
  columns?: number;
}

/** The commandEnvironment of a test. Without an address, a clock or a network of its own it has none. */
export const commandEnvironmentOf = (
  { files, columns, ...given }: MainWorld,
  ran?: MainRun,
): CommandEnvironment => {
  const directory = given.directory ?? '/';
  let [ids, elapsed] = [0, 0];
  return {
    environment: {},
    directory,
    terminal: {
      out: (text) => void (ran && (ran.out += text)),
      log: (text) => void (ran && (ran.log += `${text}\n`)),
      columns,
    },
    version: '0.0.0',
    now: () => new Date('2026-03-01T12:00:00.000Z'),
    newId: () => `00000000-0000-4000-8000-${String((ids += 1)).padStart(12, '0')}`,
    fetch: () => Promise.reject(new Error('this test has no network')),
    sleep: async (delayMs) => void (elapsed += delayMs),
    elapsedMs: () => elapsed,
    readInput: async () => '',
    interrupted: new AbortController().signal,
    loadOffline: () => Promise.reject(new Error('this test has no engines')),
    loadMcp: () => Promise.reject(new Error('this test has no server of tools')),
    ...given,
    files: {
      read: async (file, most) => readFileSync(resolve(directory, file)).subarray(0, most),
      stream: (file) => createReadStream(resolve(directory, file), 'utf8') as AsyncIterable<string>,
      readEach: async (path) => [{ name: path, bytes: readFileSync(resolve(directory, path)) }],
      openZip: (file) => readZip(resolve(directory, file)),
      ...files,
    },
  };
};

/** Runs the command line in this process. */
export const runMain = async (args: readonly string[], world: MainWorld = {}): Promise<MainRun> => {
  const ran: MainRun = { exitCode: -1, out: '', log: '' };
  ran.exitCode = await main(args, commandEnvironmentOf(world, ran));
  return ran;
};
