import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, openSync, readFileSync, readSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { damagedDataFolder, writeFileAtomically, type DataFolder } from '@scangate/emulator-host/data-folder';
import { StartFailure } from '@scangate/emulator-host/start-failure';
import { callDatabase } from './call-database.ts';
import { javaArguments, type JavaStart } from './java-arguments.ts';

export interface Database {
  readonly url: string;
  /** DynamoDB Local keeps tables apart by access key id: only requests with this one see the tables. */
  readonly accessKeyId: string;
  /** Stops the process, by force after a while. */
  stop(patienceMs?: number): Promise<void>;
}

interface DatabaseOptions {
  nextPort?: () => Promise<number>;
  /** A faster way to load the classes; where it fails, the database starts without it. */
  java?: JavaStart | undefined;
}

const javaAdvice =
  'DynamoDB Local needs Java 17 or newer: install one (Debian/Ubuntu: apt install openjdk-17-jre-headless, ' +
  'macOS: brew install openjdk, others: https://adoptium.net) so that `java -version` works.';
const startLimitMs = 30_000;
const outputLimit = 20_000;

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });

/** Another process took the port before the database did. */
class PortTaken extends StartFailure {}
const portsTried = 5;

/** The process ended before it answered. */
class Ended extends Error {}

/**
 * Starts DynamoDB Local on a free port.
 * @throws StartFailure without Java, or when the files of the database are damaged.
 */
export const startDatabase = async (
  folder: DataFolder,
  { nextPort = freePort, java: given }: DatabaseOptions = {},
): Promise<Database> => {
  const accessKeyId = ownAccessKey(folder);
  await endOrphan(folder);
  checkFile(folder, databaseFile(folder, accessKeyId));
  let java = given;
  for (let tries = 1; ; tries += 1) {
    try {
      return await startOn(await nextPort(), folder, { accessKeyId, java });
    } catch (error) {
      const failure = error instanceof Ended ? error.cause : error;
      const isAnother = failure instanceof PortTaken ? tries < portsTried : error instanceof Ended && java;
      if (!isAnother) throw failure;
      if (failure instanceof PortTaken) continue;
      java?.discard?.();
      java = undefined;
    }
  }
};

const databaseFile = (folder: DataFolder, accessKeyId: string): string =>
  join(folder.folder('dynamodb'), `${accessKeyId}_local.db`);

const startOn = async (
  port: number,
  folder: DataFolder,
  { accessKeyId, java }: { accessKeyId: string; java: JavaStart | undefined },
): Promise<Database> => {
  const dbPath = folder.folder('dynamodb');
  const child = spawnWithParent('java', javaArguments({ dbPath, port }, java));
  const output = collectOutput(child);
  if (child.pid) writeFileAtomically(pidFile(folder), JSON.stringify({ pid: child.pid, dbPath }));
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  const stop = async (patienceMs = 1500) => {
    child.kill('SIGTERM');
    const killer = setTimeout(() => child.kill('SIGKILL'), patienceMs);
    await ended;
    clearTimeout(killer);
    child.stdin?.destroy();
    rmSync(pidFile(folder), { force: true });
  };
  const database = { url: `http://127.0.0.1:${port}`, accessKeyId, stop };
  try {
    await waitUntilReady(database, { folder, child, output });
  } catch (error) {
    await stop();
    throw error;
  }
  return database;
};

const isKey = (value: unknown): value is { accessKeyId: string } =>
  typeof value === 'object' &&
  value !== null &&
  'accessKeyId' in value &&
  /^[a-z0-9]{20,64}$/.test(String(value.accessKeyId));

/** Any process of this machine can call the database, so its access key id cannot be guessed. */
const ownAccessKey = (folder: DataFolder): string => {
  const found = folder.readJson('dynamodb-key.json', isKey);
  if (found) return found.accessKeyId;
  const accessKeyId = randomBytes(20).toString('hex');
  folder.writeJson('dynamodb-key.json', { accessKeyId }, 0o600);
  return accessKeyId;
};

const pidFile = (folder: DataFolder) => folder.within('dynamodb.pid');

/** Stops the database of an earlier process that was killed, because it still holds the files. */
const endOrphan = async (folder: DataFolder): Promise<void> => {
  const path = pidFile(folder);
  if (!existsSync(path)) return;
  const found = readPid(path);
  if (found && commandOf(found.pid).includes(found.dbPath)) {
    signal(found.pid, 'SIGKILL');
    for (let wait = 0; wait < 100 && signal(found.pid, 0); wait += 1) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
  rmSync(path, { force: true });
};

const readPid = (path: string): { pid: number; dbPath: string } | undefined => {
  try {
    const value = JSON.parse(readFileSync(path, 'utf8')) as { pid: number; dbPath: string };
    return Number.isSafeInteger(value.pid) && typeof value.dbPath === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
};

/** @returns the command line of a process; empty where the system does not show it. */
const commandOf = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
};

const signal = (pid: number, name: NodeJS.Signals | 0): boolean => {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
};

const checkFile = (folder: DataFolder, path: string): void => {
  if (!existsSync(path)) return;
  const head = Buffer.alloc(16);
  const file = openSync(path, 'r');
  const read = readSync(file, head, 0, 16, 0);
  closeSync(file);
  if (read > 0 && head.toString('latin1') !== 'SQLite format 3\0')
    throw damagedDataFolder(folder.path, 'its database');
};

/**
 * Starts a child that does not outlive this process, however it ends: a shell beside the child kills it as soon as
 * their common input closes. `exec` keeps the child's process id.
 */
const spawnWithParent = (command: string, args: string[]): ChildProcess => {
  if (process.platform === 'win32') return spawn(command, args, { stdio: ['pipe', 'pipe', 'pipe'] });
  const script = 'exec 3<&0; { cat <&3 >/dev/null; kill -9 $$; } >/dev/null 2>&1 & exec "$@" 3<&- </dev/null';
  // In a process group of its own the child gets no Ctrl-C, so that this process can stop it in order.
  return spawn('sh', ['-c', script, 'sh', command, ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  });
};

const collectOutput = (child: ChildProcess): { text: string } => {
  const output = { text: '' };
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      if (output.text.length < outputLimit) output.text += chunk.toString();
    });
  }
  return output;
};

/** Refusals, 10 ms apart, until the files count as damaged. Before that, another process may be answering. */
const refusalLimit = 1_000;
const readyCheckMs = 10;

const waitUntilReady = async (
  database: Database,
  { folder, child, output }: { folder: DataFolder; child: ChildProcess; output: { text: string } },
): Promise<void> => {
  let failed = false;
  let refusals = 0;
  const file = databaseFile(folder, database.accessKeyId);
  child.once('error', () => (failed = true));
  const endsAt = performance.now() + startLimitMs;
  while (performance.now() < endsAt) {
    if (failed || child.exitCode !== null || child.signalCode !== null)
      throw new Ended('the database ended', { cause: startFailure(output.text, folder) });
    const status = await ask(database);
    // The database of another process at this port would not have created this file.
    if (status === 200 && existsSync(file)) return;
    if (status !== undefined) refusals += 1;
    if (refusals === refusalLimit) throw damagedDataFolder(folder.path, 'its database');
    await new Promise((resolve) => setTimeout(resolve, readyCheckMs));
  }
  throw new StartFailure(`DynamoDB Local did not answer within ${startLimitMs / 1000} s.`);
};

const startFailure = (output: string, folder: DataFolder): StartFailure => {
  if (/UnsupportedClassVersionError/.test(output))
    return new StartFailure(`The Java found here is too old. ${javaAdvice}`);
  if (/not found|ENOENT|No such file|Unable to locate a Java/i.test(output) || output === '')
    return new StartFailure(javaAdvice);
  if (/BindException|Failed to bind/.test(output))
    return new PortTaken('DynamoDB Local found no free port: other processes took each one first.');
  if (/sqlite|database/i.test(output)) return damagedDataFolder(folder.path, 'its database');
  return new StartFailure(`DynamoDB Local ended at once: ${output.trim().split('\n').at(-1) ?? ''}`);
};

/** Longer than any answer takes; a process of somebody else may accept a connection and never answer. */
const answerLimitMs = 5_000;

/** @returns the status of an answer, or undefined while nothing answers. */
const ask = (database: Database): Promise<number | undefined> =>
  callDatabase(database, { operation: 'ListTables', input: {}, timeoutMs: answerLimitMs }).then(
    ({ status }) => status,
    () => undefined,
  );
