/** The command line: gives the commands what they take from the outside, and runs one. */
import { resolve } from 'node:path';
import { nodeEnvironment } from '@scangate/cli/commands/node-environment';
import { CliFailure, exitCodes } from '@scangate/cli/exit-codes';
import { main } from '@scangate/cli/main';
import type { Terminal } from '@scangate/cli/output/terminal';
import { useProxy } from '@scangate/cli/settings/use-proxy';
import { version } from '@scangate/cli/version';

// Lambda runs in UTC.
process.env['TZ'] = 'UTC';

/** npm runs scripts in the folder of the package; INIT_CWD is the folder of the caller. */
const directory =
  process.env['npm_lifecycle_event'] === undefined
    ? process.cwd()
    : (process.env['INIT_CWD'] ?? process.cwd());

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

const enginesMissing =
  'The engines are a package of their own, which is not installed: npm install @scangate/engines';

const commandEnvironment = nodeEnvironment({
  directory,
  terminal,
  version,
  openZip: async function* (file) {
    const { readZip } = await import('#adapters/zip/read-zip.ts');
    yield* readZip(resolve(directory, file));
  },
  loadMcp: () => import('@scangate/mcp/serve'),
  loadOffline: async () => {
    const { offline } = await import('./offline.ts').catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
      throw new CliFailure(exitCodes.badInput, enginesMissing, 'engines_missing');
    });
    return offline(directory);
  },
});

const exitCode = (await useProxy(process.env)) ?? (await main(process.argv.slice(2), commandEnvironment));
// An open handle must not keep the process alive, and the output must be flushed first.
await new Promise((written) => process.stdout.write('', written));
process.exit(exitCode);
