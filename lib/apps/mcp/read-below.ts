import { constants, type BigIntStats } from 'node:fs';
import { open, realpath, stat } from 'node:fs/promises';
import { relative, resolve, sep } from 'node:path';
import { ToolError } from './tool-error.ts';

/** The service accepts a request of this size. */
const maxBytes = 10_485_760;

const outside = (): ToolError =>
  new ToolError('path_outside', 'There is no such file below the folder in which the server was started.');

const isBelow = (start: string, path: string): boolean => {
  const inside = relative(start, path);
  return inside !== '' && inside.split(sep)[0] !== '..' && resolve(inside) !== inside;
};

const isSame = (one: BigIntStats, other: BigIntStats): boolean =>
  one.dev === other.dev && one.ino === other.ino;

/** A pipe must not block the server until something writes to it. */
const flags = constants.O_RDONLY | constants.O_NONBLOCK;

/**
 * Reads a file below a folder, following links. The file is opened first, and its real path is then checked to be
 * below the folder, so a link that is swapped in between has no effect.
 * @throws ToolError
 */
export const readBelow = async (folder: string, path: string): Promise<Uint8Array> => {
  const start = await realpath(folder).catch(() => folder);
  await using file = await open(resolve(folder, path), flags).catch(() => {
    throw outside();
  });
  const opened = await file.stat({ bigint: true });
  const place = await realpath(resolve(folder, path)).catch(() => '');
  const found = isBelow(start, place)
    ? await stat(place, { bigint: true }).catch(() => undefined)
    : undefined;
  if (!opened.isFile() || !found || !isSame(opened, found)) throw outside();
  if (opened.size > maxBytes)
    throw new ToolError(
      'file_too_large',
      `The file has more than the ${maxBytes} bytes that the service accepts.`,
    );
  return file.readFile();
};
