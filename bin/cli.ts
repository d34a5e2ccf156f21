/** The command line: gives the commands what they take from the outside, and runs one. */
import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readFile, readdir, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Files, Outside } from '@scangate/cli/commands/outside';
import { CliFailure, exitCodes } from '@scangate/cli/exit-codes';
import { main } from '@scangate/cli/main';
import type { Terminal } from '@scangate/cli/output/terminal';
import packageJson from '../lib/apps/cli/package.json' with { type: 'json' };

// Lambda runs in UTC.
process.env['TZ'] = 'UTC';

/** npm runs scripts in the folder of the package; INIT_CWD is the folder of the caller. */
const directory =
  process.env['npm_lifecycle_event'] === undefined
    ? process.cwd()
    : (process.env['INIT_CWD'] ?? process.cwd());

const files: Files = {
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
  openZip: async function* (file) {
    const { readZip } = await import('#adapters/zip/read-zip.ts');
    yield* readZip(resolve(directory, file));
  },
};

const clearLine = '\r\u001b[K';

/** Whether a line on standard error waits to be rewritten. */
let isDrawn = false;

const redraw = (line: string): void => {
  isDrawn = line !== '';
  process.stderr.write(`${clearLine}${line}`);
};

const terminal: Terminal = {
  out: (given) => {
    if (isDrawn) redraw('');
    process.stdout.write(given);
  },
  log: (line) => {
    if (isDrawn) redraw('');
    process.stderr.write(`${line}\n`);
  },
  ...(process.stdout.isTTY && { columns: process.stdout.columns }),
  ...(process.stderr.isTTY && { redraw }),
};

/** The first Ctrl-C is left to the command; the second ends the process at once. */
const interruption = (): AbortSignal => {
  const controller = new AbortController();
  process.on('SIGINT', () => {
    if (controller.signal.aborted) process.exit(exitCodes.interrupted);
    controller.abort(new Error('Interrupted.'));
  });
  return controller.signal;
};

const enginesMissing =
  'The engines are a package of their own, which is not installed: npm install @scangate/engines';

const outside: Outside = {
  environment: process.env,
  directory,
  terminal,
  version: packageJson.version,
  now: () => new Date(),
  newId: randomUUID,
  fetch: globalThis.fetch,
  sleep: async (delayMs) => sleep(delayMs),
  elapsedMs: () => performance.now(),
  readInput: () => text(process.stdin),
  files,
  interrupted: interruption(),
  loadOffline: async () => {
    const { offline } = await import('./offline.ts').catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
      throw new CliFailure(exitCodes.badInput, enginesMissing, 'engines_missing');
    });
    return offline(directory);
  },
};

const exitCode = await main(process.argv.slice(2), outside);
// An open handle must not keep the process alive, and the output must be flushed first.
await new Promise((written) => process.stdout.write('', written));
process.exit(exitCode);
