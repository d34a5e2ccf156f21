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

export interface S3Location {
  client: S3Client;
  bucket: string;
  /** Prefix of each area, with its slash. */
  prefixes: Readonly<Record<string, string>>;
}

/** The object a key names. */
export const objectKeyOf = (place: S3Location, key: BlobKey): string => {
  const prefix = place.prefixes[key.area];
  if (!prefix) throw new Error(`no such area: ${key.area}`);
  return `${prefix}${key.organizationId}/${key.name}`;
};

const fetchObject = async (place: S3Location, path: string) => {
  try {
    return await place.client.send(new GetObjectCommand({ Bucket: place.bucket, Key: path }));
  } catch (error) {
    if (error instanceof NoSuchKey) return undefined;
    throw error;
  }
};

export const s3BlobReader = (place: S3Location): BlobReader => ({
  async get(key, options) {
    const object = await fetchObject(place, objectKeyOf(place, key));
    if (!object?.Body) return undefined;
    if (options?.maxBytes !== undefined && (object.ContentLength ?? 0) > options.maxBytes) {
      (object.Body as Readable).destroy();
      throw new Problem('body_too_large', {
        limitBytes: options.maxBytes,
        actualBytes: object.ContentLength,
      });
    }
    return object.Body.transformToByteArray();
  },
  async open(key) {
    const object = await fetchObject(place, objectKeyOf(place, key));
    return object?.Body as Readable | undefined;
  },
});

export const s3BlobRemover = (place: S3Location): BlobRemover => ({
  async remove(key) {
    await place.client.send(new DeleteObjectCommand({ Bucket: place.bucket, Key: objectKeyOf(place, key) }));
  },
});

export const s3BlobWriter = (place: S3Location): BlobWriter => ({
  async put(key, body, contentType) {
    const object = {
      Bucket: place.bucket,
      Key: objectKeyOf(place, key),
      Body: body,
      ContentType: contentType,
    };
    await place.client.send(new PutObjectCommand(object));
  },
});

export const s3ObjectStore = (place: Pick<S3Location, 'client' | 'bucket'>): ObjectStore & ObjectRemover => ({
  async get(key) {
    const object = await fetchObject({ ...place, prefixes: {} }, key);
    return object?.Body?.transformToByteArray();
  },
  async put(key, body) {
    await place.client.send(new PutObjectCommand({ Bucket: place.bucket, Key: key, Body: body }));
  },
  async remove(key) {
    await place.client.send(new DeleteObjectCommand({ Bucket: place.bucket, Key: key }));
  },
});
