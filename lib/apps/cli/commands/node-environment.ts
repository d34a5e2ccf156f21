import { createReadStream } from 'node:fs';
import { open, readFile, readdir, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { exitCodes } from '../exit-codes.ts';
import type { Files, CommandEnvironment } from './command-environment.ts';

const filesOf = (directory: string): Omit<Files, 'openZip'> => ({
  read: async (file, most) => {
    const path = resolve(directory, file);
    if (most === undefined) return readFile(path);
    await using handle = await open(path);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(most), 0, most, 0);
    return buffer.subarray(0, bytesRead);
  },
  stream: (file) => createReadStream(resolve(directory, file), { encoding: 'utf8' }) as AsyncIterable<string>,
  readEach: async (path) => {
    const place = resolve(directory, path);
    const names = (await stat(place)).isDirectory()
      ? (await readdir(place, { recursive: true })).filter((name) => name.endsWith('.json'))
      : [''];
    return Promise.all(
      names.map(async (name) => ({ name: name || path, bytes: await readFile(resolve(place, name)) })),
    );
  },
});

/** The command handles the first Ctrl-C; the second ends the process at once. */
const interruption = (): AbortSignal => {
  const controller = new AbortController();
  process.on('SIGINT', () => {
    if (controller.signal.aborted) process.exit(exitCodes.interrupted);
    controller.abort(new Error('Interrupted.'));
  });
  return controller.signal;
};

/** The parts that differ between programs. */
export interface OwnEnvironment extends Pick<
  CommandEnvironment,
  'directory' | 'terminal' | 'version' | 'loadOffline' | 'loadMcp'
> {
  openZip: Files['openZip'];
}

/** The environment of a command in a Node process. */
export const nodeEnvironment = ({ openZip, ...own }: OwnEnvironment): CommandEnvironment => ({
  ...own,
  environment: process.env,
  now: () => new Date(),
  newId: () => crypto.randomUUID(),
  fetch: globalThis.fetch,
  sleep: async (delayMs) => sleep(delayMs),
  elapsedMs: () => performance.now(),
  readInput: async () => {
    const { text } = await import('node:stream/consumers');
    return text(process.stdin);
  },
  files: { ...filesOf(own.directory), openZip },
  interrupted: interruption(),
});
