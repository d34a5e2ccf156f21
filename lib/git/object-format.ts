import { createHash } from 'node:crypto';

/** How a repository names its objects: by SHA-1, or by SHA-256 where it was made so. */
export interface ObjectFormat {
  name: 'sha1' | 'sha256';
  /** Of one raw object id. */
  idBytes: number;
}

export const sha1: ObjectFormat = { name: 'sha1', idBytes: 20 };
export const sha256: ObjectFormat = { name: 'sha256', idBytes: 32 };

export const objectTypes = ['commit', 'tree', 'blob', 'tag'] as const;
export type ObjectType = (typeof objectTypes)[number];

export interface GitObject {
  type: ObjectType;
  content: Buffer;
}

/** The bytes that precede an object's content when it is hashed. */
const objectHeader = (type: ObjectType, sizeBytes: number): string => `${type} ${sizeBytes}\0`;

/** The id of an object: what proves that content is what was asked for. */
export const objectId = (format: ObjectFormat, { type, content }: GitObject): string =>
  createHash(format.name).update(objectHeader(type, content.length)).update(content).digest('hex');

/** The format a full id belongs to, by its length; undefined when it is no full id. */
export const formatOfId = (id: string): ObjectFormat | undefined => {
  if (!/^[0-9a-f]+$/.test(id)) return undefined;
  return [sha1, sha256].find((format) => format.idBytes * 2 === id.length);
};

/** What keeps objects: a pack fetched just now, or a repository on this disk. */
export interface ObjectStore {
  readonly format: ObjectFormat;
  /** A file that is not here was left out for its size; else it is missing. */
  readonly omitsLargeFiles: boolean;
  /**
   * @returns the object, `too_large` when its content exceeds `maxBytes`, or undefined when it is not here.
   * @throws SourceFailure `source_invalid` when what is stored is damaged.
   */
  read(id: string, maxBytes: number): GitObject | 'too_large' | undefined;
  close(): void;
}
