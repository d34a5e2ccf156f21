import { createReadStream, type ReadStream } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';

/** The attributes of a stored object besides its bytes. */
export interface ObjectAttributes {
  key: string;
  size: number;
  /** Without quotes. */
  etag: string;
  contentType: string;
  /** Milliseconds of the movable clock. */
  modifiedAt: number;
  /** Header name → value: user metadata, and headers that S3 returns unchanged. */
  headers: Record<string, string>;
  /** Algorithm (lower case) → base64. */
  checksums: Record<string, string>;
}

/**
 * One file holds bytes and attributes (bytes, attributes as JSON, the length of that JSON, a mark), so that one rename
 * makes the whole object visible.
 */
const mark = Buffer.from('SGO1', 'latin1');
const footBytes = 8;

export const attributesFooter = (facts: ObjectAttributes): Buffer => {
  const json = Buffer.from(JSON.stringify(facts), 'utf8');
  const foot = Buffer.alloc(footBytes);
  foot.writeUInt32BE(json.length, 0);
  mark.copy(foot, 4);
  return Buffer.concat([json, foot]);
};

const readAt = async (file: FileHandle, position: number, length: number): Promise<Buffer> => {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
};

/** @returns undefined when the object does not exist. @throws when the file is not a stored object. */
export const readAttributes = async (path: string): Promise<ObjectAttributes | undefined> => {
  let file: FileHandle;
  try {
    file = await open(path, 'r');
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
  try {
    const { size } = await file.stat();
    const foot = await readAt(file, Math.max(size - footBytes, 0), footBytes);
    if (foot.length < footBytes || !foot.subarray(4).equals(mark))
      throw new Error(`${path} is no stored object`);
    const length = foot.readUInt32BE(0);
    const json = await readAt(file, size - footBytes - length, length);
    return JSON.parse(json.toString('utf8')) as ObjectAttributes;
  } finally {
    await file.close();
  }
};

/** Reads bytes `first` to `last`, both included. */
export const readBytes = (path: string, first: number, last: number): ReadStream =>
  createReadStream(path, { start: first, end: last });
