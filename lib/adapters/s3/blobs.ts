import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import type { Readable } from 'node:stream';
import { Problem } from '@scangate/domain/problem';
import type {
  BlobKey,
  BlobReader,
  BlobRemover,
  BlobWriter,
  ObjectRemover,
  ObjectStore,
} from '#ports/blobs.ts';
import { freedChunks } from '../freed-chunks.ts';

export interface S3Location {
  client: S3Client;
  bucket: string;
  /** The key prefix of each area, with its slash. */
  prefixes: Readonly<Record<string, string>>;
}

/** Returns the S3 key of an object. */
export const objectKeyOf = (location: S3Location, key: BlobKey): string => {
  const prefix = location.prefixes[key.area];
  if (!prefix) throw new Error(`there is no area ${key.area}`);
  return `${prefix}${key.organizationId}/${key.name}`;
};

const fetchObject = async (location: S3Location, path: string) => {
  try {
    return await location.client.send(new GetObjectCommand({ Bucket: location.bucket, Key: path }));
  } catch (error) {
    if (error instanceof NoSuchKey) return undefined;
    throw error;
  }
};

/** Reads a stream into one piece of memory: joining its chunks would take twice its length. */
const readWhole = async (body: Readable, length: number): Promise<Uint8Array> => {
  const whole = Buffer.allocUnsafeSlow(length);
  let at = 0;
  for await (const chunk of freedChunks(body as AsyncIterable<Uint8Array>)) {
    if (at + chunk.length > length) throw new Error('the object is longer than it says');
    whole.set(chunk, at);
    at += chunk.length;
  }
  if (at < length) throw new Error('the object is shorter than it says');
  return whole;
};

export const s3BlobReader = (location: S3Location): BlobReader => ({
  async get(key, options) {
    const object = await fetchObject(location, objectKeyOf(location, key));
    if (!object?.Body) return undefined;
    if (options?.maxBytes !== undefined && (object.ContentLength ?? 0) > options.maxBytes) {
      (object.Body as Readable).destroy();
      throw new Problem('body_too_large', {
        limitBytes: options.maxBytes,
        actualBytes: object.ContentLength,
      });
    }
    return object.ContentLength === undefined
      ? object.Body.transformToByteArray()
      : readWhole(object.Body as Readable, object.ContentLength);
  },
  async open(key) {
    const object = await fetchObject(location, objectKeyOf(location, key));
    return object?.Body as Readable | undefined;
  },
});

export const s3BlobRemover = (location: S3Location): BlobRemover => ({
  async remove(key) {
    await location.client.send(
      new DeleteObjectCommand({ Bucket: location.bucket, Key: objectKeyOf(location, key) }),
    );
  },
});

export const s3BlobWriter = (location: S3Location): BlobWriter => ({
  async put(key, body, contentType) {
    const object = {
      Bucket: location.bucket,
      Key: objectKeyOf(location, key),
      Body: body,
      ContentType: contentType,
    };
    await location.client.send(new PutObjectCommand(object));
  },
});

export const s3ObjectStore = (
  location: Pick<S3Location, 'client' | 'bucket'>,
): ObjectStore & ObjectRemover => ({
  async get(key) {
    const object = await fetchObject({ ...location, prefixes: {} }, key);
    return object?.Body?.transformToByteArray();
  },
  async put(key, body) {
    await location.client.send(new PutObjectCommand({ Bucket: location.bucket, Key: key, Body: body }));
  },
  async remove(key) {
    await location.client.send(new DeleteObjectCommand({ Bucket: location.bucket, Key: key }));
  },
});
