import { createHash, type Hash } from 'node:crypto';

/** The object format of a repository: SHA-1, or SHA-256 if it was created that way. */
export interface ObjectFormat {
  name: 'sha1' | 'sha256';
  /** The length of one raw object id. */
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

/** Returns the header that is hashed before the content of an object. */
const objectHeader = (type: ObjectType, sizeBytes: number): string => `${type} ${sizeBytes}\0`;

/** Starts to compute the id of an object whose content follows in parts. */
export const objectHash = (format: ObjectFormat, type: ObjectType, sizeBytes: number): Hash =>
  createHash(format.name).update(objectHeader(type, sizeBytes));

/** Computes the id of an object, which proves that its content is authentic. */
export const objectId = (format: ObjectFormat, { type, content }: GitObject): string =>
  objectHash(format, type, content.length).update(content).digest('hex');

/** Returns the format of a full id by its length, or undefined for anything else. */
export const formatOfId = (id: string): ObjectFormat | undefined => {
  if (!/^[0-9a-f]+$/.test(id)) return undefined;
  return [sha1, sha256].find((format) => format.idBytes * 2 === id.length);
};

/** A store of objects: a fetched pack, or a repository on this disk. */
export interface ObjectStore {
  readonly format: ObjectFormat;
  /**
   * Reads an object. @returns `too_large` when its content exceeds `maxBytes`, or undefined when it is absent.
   * @throws GitFailure `invalid_repository` when the stored data is damaged.
   */
  read(id: string, maxBytes: number): GitObject | 'too_large' | undefined;
  close(): void;
}
