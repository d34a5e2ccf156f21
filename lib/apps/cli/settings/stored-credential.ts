import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { CommandEnvironment } from '../commands/command-environment.ts';
import { CliFailure, exitCodes } from '../exit-codes.ts';
import { configFolder, requireConfigFolder } from './config-folder.ts';

/** A token that `login` stored for one address. */
export interface StoredLogin {
  token: string;
  /** Present for a token that `login` issued: `logout` revokes it. */
  tokenId?: string;
  expiresAt?: string;
}

/** The file of `login`: the last used address, and a token for each address. */
interface CredentialFile {
  address?: string;
  logins: Readonly<Record<string, StoredLogin>>;
}

type Environment = CommandEnvironment['environment'];

const fileName = 'credentials.json';
const maxBytes = 65_536;
const ownerOnly = 0o600;
const othersBits = 0o077;

const fileIn = (folder: string): string => join(folder, fileName);

const damaged = (path: string): CliFailure =>
  new CliFailure(
    exitCodes.badInput,
    `${path} was not written by scangate login. Remove it, and log in again.`,
    'credential_file_damaged',
  );

/** Whether only the user can read a file. Windows protects APPDATA by other means. */
const isPrivate = ({ mode, uid }: { mode: number; uid: number }): boolean =>
  process.platform === 'win32' || ((mode & othersBits) === 0 && uid === process.getuid?.());

/** @returns the text, undefined without a file. @throws CliFailure for a file that others can read. */
const readPrivate = (path: string): string | undefined => {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw new CliFailure(
      exitCodes.access,
      `${path} cannot be read (${code ?? 'error'}).`,
      'credential_unreadable',
    );
  }
  try {
    const status = fstatSync(file);
    if (!status.isFile() || status.size > maxBytes) throw damaged(path);
    if (!isPrivate(status))
      throw new CliFailure(
        exitCodes.access,
        `Others can read ${path}, so its token is not used. Revoke the token, run chmod 600 ${path}, and log in again.`,
        'credential_exposed',
      );
    return readFileSync(file, 'utf8');
  } finally {
    closeSync(file);
  }
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isTextOrAbsent = (value: unknown): value is string | undefined =>
  value === undefined || typeof value === 'string';

const isLogin = (value: unknown): value is StoredLogin =>
  isRecord(value) &&
  typeof value['token'] === 'string' &&
  isTextOrAbsent(value['tokenId']) &&
  isTextOrAbsent(value['expiresAt']);

const isCredentialFile = (value: unknown): value is CredentialFile =>
  isRecord(value) &&
  isTextOrAbsent(value['address']) &&
  isRecord(value['logins']) &&
  Object.values(value['logins']).every(isLogin);

/** The parser's message would repeat the text. */
const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const readFile = (path: string): CredentialFile => {
  const text = readPrivate(path);
  if (text === undefined) return { logins: {} };
  const found = parsed(text);
  if (!isCredentialFile(found)) throw damaged(path);
  return found;
};

/** Writes a file that only the user can read. If the process is killed, the previous file remains. */
const writeFile = (path: string, content: CredentialFile, newId: CommandEnvironment['newId']): void => {
  const temporary = `${path}.${newId()}`;
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(temporary, `${JSON.stringify(content, undefined, 2)}\n`, { flag: 'wx', mode: ownerOnly });
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    const { code = 'error' } = error as NodeJS.ErrnoException;
    throw new CliFailure(exitCodes.badInput, `${path} cannot be written (${code}).`, 'credential_not_stored');
  }
};

const contentOf = (environment: Environment): CredentialFile => {
  const folder = configFolder(environment);
  return folder === undefined ? { logins: {} } : readFile(fileIn(folder));
};

/** The last address that `login` used. @throws CliFailure for a file that others can read. */
export const storedAddress = (environment: Environment): string | undefined => contentOf(environment).address;

/** The token that `login` stored for an address. @throws CliFailure for a file that others can read. */
export const storedLogin = (environment: Environment, address: string): StoredLogin | undefined => {
  const { logins } = contentOf(environment);
  return Object.hasOwn(logins, address) ? logins[address] : undefined;
};

/** Stores the token of an address, which becomes the default address of commands. @throws CliFailure */
export const storeLogin = (
  { environment, newId }: Pick<CommandEnvironment, 'environment' | 'newId'>,
  address: string,
  login: StoredLogin,
): void => {
  const path = fileIn(requireConfigFolder(environment));
  const { logins } = readFile(path);
  writeFile(path, { address, logins: { ...logins, [address]: login } }, newId);
};

/** Deletes the token of an address. The address is kept, so that the next login needs none. @throws CliFailure */
export const forgetLogin = (
  { environment, newId }: Pick<CommandEnvironment, 'environment' | 'newId'>,
  address: string,
): void => {
  const path = fileIn(requireConfigFolder(environment));
  const { logins, ...rest } = readFile(path);
  const { [address]: _forgotten, ...others } = logins;
  writeFile(path, { ...rest, logins: others }, newId);
};
