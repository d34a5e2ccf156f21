/** The GitHub Action's entry point: passes the Action its external dependencies. */
import { appendFileSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nodeEnvironment } from '@scangate/cli/commands/node-environment';
import { CliFailure, exitCodes } from '@scangate/cli/exit-codes';
import { runAction } from './run-action.ts';
import packageJson from './package.json' with { type: 'json' };

const { GITHUB_WORKSPACE, RUNNER_TEMP } = process.env;
const notHere = () => new CliFailure(exitCodes.badInput, 'The Action only scans through the service.');

const readText = (file: string): string | undefined => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
};

const exitCode = await runAction({
  ...nodeEnvironment({
    directory: GITHUB_WORKSPACE || process.cwd(),
    terminal: { out: () => {}, log: () => {} },
    version: packageJson.version,
    openZip: () => {
      throw notHere();
    },
    loadOffline: () => Promise.reject(notHere()),
    loadMcp: () => Promise.reject(notHere()),
  }),
  print: (text) => void process.stdout.write(text),
  append: appendFileSync,
  readText,
  reportFolder: mkdtempSync(join(RUNNER_TEMP || tmpdir(), 'scangate-')),
});
// An open handle must not keep the step alive, and the output must be flushed first.
await new Promise((written) => process.stdout.write('', written));
process.exit(exitCode);
