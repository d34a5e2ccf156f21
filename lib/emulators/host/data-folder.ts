import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, realpathSync, renameSync, unlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartFailure } from './start-failure.ts';

/** The folder with all stored data. One process holds it at a time. */
export interface DataFolder {
  readonly path: string;
  /** @returns an absolute path inside, whose parent folder exists. */
  within(...names: string[]): string;
  /** @returns the absolute path of a folder inside, which exists. */
  folder(...names: string[]): string;
  /** @throws StartFailure when the file exists and `check` does not accept its content. */
  readJson<T>(name: string, check: (value: unknown) => value is T): T | undefined;
  /** Writes the file atomically. */
  writeJson(name: string, value: unknown, mode?: number): void;
  release(): Promise<void>;
}

const format = 3;

export const writeFileAtomically = (path: string, content: string | Uint8Array, mode = 0o644): void => {
  const temporary = `${path}.${process.pid}.new`;
  writeFileSync(temporary, content, { mode });
  renameSync(temporary, path);
};

const damaged = (folder: string, what: string) =>
  new StartFailure(
    `The data folder ${folder} is damaged (${what}): move it away or delete it, then start again.`,
  );

/** An address that one process can listen on; the system frees it however that process ends. */
const lockAddress = (folder: string): string => {
  const name = `scangate-${createHash('sha256').update(folder).digest('hex').slice(0, 32)}`;
  if (process.platform === 'linux') return `\0${name}`;
  return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.sock`);
};

const answers = (address: string) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(address, () => {
      socket.destroy();
      resolve(true);
    }).on('error', () => resolve(false));
  });

const listenOn = (address: string) =>
  new Promise<Server | undefined>((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.unref();
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error),
    );
    server.listen(address, () => resolve(server));
  });

const hold = async (folder: string): Promise<Server> => {
  const address = lockAddress(folder);
  let server = await listenOn(address);
  if (!server && !(await answers(address)) && address.startsWith('/')) {
    // On systems where addresses are files, a socket file outlives its process.
    unlinkSync(address);
    server = await listenOn(address);
  }
  if (!server) throw new StartFailure(`Another instance is using the data folder ${folder}.`);
  return server;
};

const makeFolder = (path: string): string => {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    return realpathSync(path);
  } catch (error) {
    throw new StartFailure(`The data folder ${path} cannot be used: ${(error as Error).message}`);
  }
};

const isFormat = (value: unknown): value is { format: number } =>
  typeof value === 'object' && value !== null && 'format' in value && typeof value.format === 'number';

/** Opens the folder and locks it. @throws StartFailure when another process holds it, or it is damaged. */
export const openDataFolder = async (requestedPath: string): Promise<DataFolder> => {
  const path = makeFolder(requestedPath);
  const lock = await hold(path);
  const folder: DataFolder = {
    path,
    within: (...names) => {
      const whole = join(path, ...names);
      mkdirSync(join(whole, '..'), { recursive: true });
      return whole;
    },
    folder: (...names) => {
      const whole = join(path, ...names);
      mkdirSync(whole, { recursive: true });
      return whole;
    },
    readJson: (name, check) => {
      let text: string;
      try {
        text = readFileSync(join(path, name), 'utf8');
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw damaged(path, name);
      }
      const value = parsed(text);
      if (!check(value)) throw damaged(path, name);
      return value;
    },
    writeJson: (name, value, mode) => writeFileAtomically(folder.within(name), JSON.stringify(value), mode),
    release: () => new Promise((resolve) => lock.close(() => resolve())),
  };
  try {
    const found = folder.readJson('format.json', isFormat);
    if (found && found.format !== format) throw damaged(path, `written by another version`);
    if (!found) folder.writeJson('format.json', { format });
  } catch (error) {
    await folder.release();
    throw error;
  }
  return folder;
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

export const damagedDataFolder = damaged;
