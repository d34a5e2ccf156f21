import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { Readable } from 'node:stream';
import { Problem } from '../../domain/problem.ts';
import type { BlobKey, BlobReader, BlobRemover, BlobWriter, Objects } from '../../ports/blobs.ts';

export interface S3Place {
  client: S3Client;
  bucket: string;
  /** Prefix of each area, with its slash. */
  prefixes: Readonly<Record<string, string>>;
}

const pathOf = (place: S3Place, key: BlobKey): string => {
  const prefix = place.prefixes[key.area];
  if (!prefix) throw new Error(`no such area: ${key.area}`);
  return `${prefix}${key.organizationId}/${key.name}`;
};

const fetchObject = async (place: S3Place, path: string) => {
  try {
    return await place.client.send(new GetObjectCommand({ Bucket: place.bucket, Key: path }));
  } catch (error) {
    if (error instanceof NoSuchKey) return undefined;
    throw error;
  }
};

export const s3BlobReader = (place: S3Place): BlobReader => ({
  async get(key, options) {
    const object = await fetchObject(place, pathOf(place, key));
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
    const object = await fetchObject(place, pathOf(place, key));
    return object?.Body as Readable | undefined;
  },
});

export const s3BlobRemover = (place: S3Place): BlobRemover => ({
  async remove(key) {
    await place.client.send(new DeleteObjectCommand({ Bucket: place.bucket, Key: pathOf(place, key) }));
  },
});

/** Small enough for a Lambda's memory, large enough that 10,000 parts hold every source we accept. */
const partBytes = 8 * 1024 * 1024;

export const s3BlobWriter = (place: S3Place): BlobWriter => ({
  async put(key, body, contentType) {
    await place.client.send(
      new PutObjectCommand({
        Bucket: place.bucket,
        Key: pathOf(place, key),
        Body: body,
        ContentType: contentType,
      }),
    );
  },
  async putStream(key, body, contentType) {
    const params = { Bucket: place.bucket, Key: pathOf(place, key), Body: body, ContentType: contentType };
    await new Upload({ client: place.client, params, partSize: partBytes, queueSize: 2 }).done();
  },
  async presignPut(key, content, expiresInSeconds) {
    const command = new PutObjectCommand({
      Bucket: place.bucket,
      Key: pathOf(place, key),
      ContentLength: content.contentLength,
      ChecksumSHA256: Buffer.from(content.sha256, 'hex').toString('base64'),
    });
    const url = await getSignedUrl(place.client, command, {
      expiresIn: expiresInSeconds,
      signableHeaders: new Set(['content-length', 'host', 'x-amz-checksum-sha256']),
      unhoistableHeaders: new Set(['x-amz-checksum-sha256']),
    });
    const checksum = command.input.ChecksumSHA256 ?? '';
    return {
      url,
      headers: { 'content-length': String(content.contentLength), 'x-amz-checksum-sha256': checksum },
    };
  },
});

export const s3Objects = (place: Pick<S3Place, 'client' | 'bucket'>): Objects => ({
  async get(key) {
    const object = await fetchObject({ ...place, prefixes: {} }, key);
    return object?.Body?.transformToByteArray();
  },
  async put(key, body) {
    await place.client.send(new PutObjectCommand({ Bucket: place.bucket, Key: key, Body: body }));
  },
});
