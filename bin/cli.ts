/** The command line: `npm run scan`, `advisories` and the checks. Composes the commands and loads only the one that runs. */
import { resolve } from 'node:path';
import { CliFailure, exitCodes } from '@scangate/cli/exit-codes';

// Lambda runs in UTC.
process.env['TZ'] = 'UTC';

/** npm runs scripts in the folder of the package; INIT_CWD is the folder of the caller. */
const directory =
  process.env['npm_lifecycle_event'] === undefined
    ? process.cwd()
    : (process.env['INIT_CWD'] ?? process.cwd());

/** The data folder of the local service. */
const dataFolder = (): string => resolve(process.env['SCANGATE_DATA'] ?? '.scangate');

const terminal = {
  out: (text: string) => void process.stdout.write(text),
  log: (text: string) => void process.stderr.write(`${text}\n`),
};

const scan = async (args: string[]): Promise<number> => {
  const { randomUUID } = await import('node:crypto');
  const command = await import('@scangate/cli/scan');
  const { FileSpool } = await import('#adapters/source-archive/file-spool.ts');
  return command.scan(args, {
    terminal,
    directory,
    newId: randomUUID,
    createSpool: () => new FileSpool(),
    connect: async () => {
      const { hostConnections } = await import('#adapters/outbound/host-connections.ts');
      return hostConnections({ allowedAt: () => new Set(['https', 'loopback', 'private']) })();
    },
    loadAdvisories: async (sources, onProgress) => {
      const { loadOfflineAdvisories, NoAdvisories } = await import('#local/offline-advisories.ts');
      const paths = sources.map((source) => resolve(directory, source));
      return loadOfflineAdvisories(paths, dataFolder(), onProgress).catch((error: unknown) => {
        throw error instanceof NoAdvisories ? new CliFailure(exitCodes.badInput, error.message) : error;
      });
    },
  });
};

const advisories = async (args: string[]): Promise<number> => {
  const command = await import('@scangate/cli/advisories');
  return command.advisories(args, {
    terminal,
    importInto: async (source, mode, onProgress) => {
      const { importAdvisoriesIntoFolder } = await import('#local/import-advisories-into-folder.ts');
      const place = dataFolder();
      const path = resolve(directory, source);
      return { ...(await importAdvisoriesIntoFolder(place, path, { mode, onProgress })), place };
    },
  });
};

const verifyLedger = async (args: string[]): Promise<number> => {
  const { createReadStream, readdirSync, readFileSync, statSync } = await import('node:fs');
  const command = await import('@scangate/cli/verify-ledger');
  const { LedgerVerifier } = await import('@scangate/domain/ledger/verify-ledger');
  return command.verifyLedger(args, {
    terminal,
    read: (file) => createReadStream(resolve(directory, file), { encoding: 'utf8' }) as AsyncIterable<string>,
    readFiles: async (path) => {
      const place = resolve(directory, path);
      const names = statSync(place).isDirectory()
        ? readdirSync(place, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'))
        : [''];
      return names.map((name) => ({ name: name || path, bytes: readFileSync(resolve(place, name)) }));
    },
    begin: (options) => new LedgerVerifier(options),
  });
};

const verifyErasure = async (args: string[]): Promise<number> => {
  const { readFile } = await import('node:fs/promises');
  const command = await import('@scangate/cli/verify-erasure');
  return command.verifyErasure(args, { terminal, read: (file) => readFile(resolve(directory, file)) });
};

const verifyVerdict = async (args: string[]): Promise<number> => {
  const { open, readFile } = await import('node:fs/promises');
  const command = await import('@scangate/cli/verify-verdict');
  const { readZip } = await import('#adapters/zip/read-zip.ts');
  return command.verifyVerdict(args, {
    terminal,
    now: () => new Date(),
    read: async (file, bytes) => {
      if (bytes === undefined) return readFile(resolve(directory, file));
      await using handle = await open(resolve(directory, file));
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(bytes), 0, bytes, 0);
      return buffer.subarray(0, bytesRead);
    },
    openArchive: (file) => readZip(resolve(directory, file)),
  });
};

const commands: Record<string, (args: string[]) => Promise<number>> = {
  scan,
  advisories,
  'verify-ledger': verifyLedger,
  'verify-erasure': verifyErasure,
  'verify-verdict': verifyVerdict,
};

const [name = '', ...args] = process.argv.slice(2);
const run = Object.hasOwn(commands, name) ? commands[name] : undefined;
if (!run)
  terminal.log('Usage: scan, advisories, verify-ledger, verify-erasure or verify-verdict. Each has --help.');
const exitCode = run ? await run(args) : exitCodes.badInput;
// An open handle must not keep the process alive, and the output must be flushed first.
await new Promise((written) => process.stdout.write('', written));
process.exit(exitCode);
