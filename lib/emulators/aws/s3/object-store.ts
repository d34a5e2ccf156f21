import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { link, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ServiceError } from '../protocol/aws-json.ts';
import { attributesFooter, readAttributes, type ObjectAttributes } from './object-file.ts';

export interface NewObject {
  key: string;
  contentType: string;
  headers: Record<string, string>;
  checksums: Record<string, string>;
  /** Whether the object is stored only when its key does not exist. */
  ifAbsent: boolean;
  /** Replaces the MD5 of the bytes. */
  etag?: string;
}

export interface NewContent {
  bytes: AsyncIterable<Uint8Array>;
  /** Milliseconds of the movable clock. */
  modifiedAt: number;
}

export interface ObjectStore {
  put(bucket: string, object: NewObject, content: NewContent): Promise<ObjectAttributes>;
  head(bucket: string, key: string): Promise<ObjectAttributes | undefined>;
  pathOf(bucket: string, key: string): string;
  remove(bucket: string, key: string): Promise<void>;
  /** @returns the keys under a prefix in S3's order: by their bytes. */
  keys(bucket: string, prefix: string): Promise<string[]>;
}

const segmentLimit = 200;

/** Escapes every character but the plain ones, so that no key leads outside the folder by `..`. */
const encodeSegment = (segment: string): string => {
  const name = encodeURIComponent(segment).replace(
    /[.!'()*~]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  if (name.length > segmentLimit) {
    throw new ServiceError(
      'NotImplemented',
      'The local S3 does not support a key with a segment this long.',
      {
        status: 501,
      },
    );
  }
  return name;
};

/** Folders start with `d-` and objects with `o-`, so that `a` and `a/b` can both be keys. */
const filePath = (root: string, key: string): string => {
  const segments = key.split('/');
  const name = segments.pop() ?? '';
  return join(root, ...segments.map((segment) => `d-${encodeSegment(segment)}`), `o-${encodeSegment(name)}`);
};

export const openObjectStore = (root: string): ObjectStore => {
  const pathOf = (bucket: string, key: string) => filePath(join(root, bucket), key);
  const incoming = join(root, 'incoming');

  return {
    pathOf,
    head: (bucket, key) => readAttributes(pathOf(bucket, key)),
    put: async (bucket, object, content) => {
      const path = pathOf(bucket, object.key);
      await Promise.all([mkdir(dirname(path), { recursive: true }), mkdir(incoming, { recursive: true })]);
      const temporary = join(incoming, randomUUID());
      try {
        const facts = await writeObject(temporary, object, content);
        await publish(temporary, path, object.ifAbsent);
        return facts;
      } finally {
        await rm(temporary, { force: true });
      }
    },
    remove: (bucket, key) => rm(pathOf(bucket, key), { force: true }),
    keys: async (bucket, prefix) => {
      const folder = prefix.split('/').slice(0, -1);
      const under = join(root, bucket, ...folder.map((segment) => `d-${encodeSegment(segment)}`));
      const found = await keysUnder(under, folder.map((segment) => `${segment}/`).join(''));
      return found.filter((key) => key.startsWith(prefix)).toSorted(byBytes);
    },
  };
};

const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

const writeObject = async (
  path: string,
  object: NewObject,
  { bytes, modifiedAt }: NewContent,
): Promise<ObjectAttributes> => {
  const md5 = createHash('md5');
  let size = 0;
  const { promise: facts, resolve: settle } = Promise.withResolvers<ObjectAttributes>();
  const whole = async function* () {
    for await (const chunk of bytes) {
      md5.update(chunk);
      size += chunk.length;
      yield chunk;
    }
    const { key, contentType, headers, checksums } = object;
    const etag = object.etag ?? md5.digest('hex');
    const known = { key, size, etag, contentType, modifiedAt, headers, checksums };
    settle(known);
    yield attributesFooter(known);
  };
  await pipeline(whole(), createWriteStream(path));
  return facts;
};

const publish = async (temporary: string, path: string, ifAbsent: boolean): Promise<void> => {
  if (!ifAbsent) return rename(temporary, path);
  try {
    // A hard link fails when the name exists, which makes checking the condition and writing one step.
    await link(temporary, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw new ServiceError('PreconditionFailed', 'At least one of the preconditions did not hold.', {
      status: 412,
    });
  }
};

const keysUnder = async (folder: string, prefix: string): Promise<string[]> => {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const nested = await Promise.all(
    entries.map(async (entry) => {
      const name = decodeURIComponent(entry.name.slice(2));
      return entry.isDirectory()
        ? keysUnder(join(folder, entry.name), `${prefix}${name}/`)
        : [`${prefix}${name}`];
    }),
  );
  return nested.flat();
};
