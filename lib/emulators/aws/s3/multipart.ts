import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ServiceError } from '../protocol/aws-json.ts';
import { writeFileAtomically } from '@scangate/emulator-host/data-folder';
import { readBytes, readAttributes, type ObjectAttributes } from './object-file.ts';
import type { NewObject, ObjectStore } from './object-store.ts';

/** S3's minimum size of every part but the last. */
const partMinimumBytes = 5 * 1024 * 1024;
const partLimit = 10_000;

type Started = Omit<NewObject, 'checksums' | 'ifAbsent' | 'etag'> & { bucket: string };

interface Completion {
  /** The list of parts. */
  xml: string;
  ifAbsent: boolean;
  modifiedAt: number;
}

export interface Multipart {
  start(object: Started): Promise<string>;
  upload(uploadId: string, part: number, bytes: AsyncIterable<Uint8Array>): Promise<string>;
  complete(uploadId: string, completion: Completion): Promise<ObjectAttributes>;
  abort(uploadId: string): Promise<void>;
}

const bucketOf = (uploadId: string) => join('uploads', uploadId);
const partKey = (part: number) => `part ${part}`;

class PartUploads implements Multipart {
  private readonly root: string;
  private readonly store: ObjectStore;

  constructor(root: string, store: ObjectStore) {
    this.root = root;
    this.store = store;
  }

  async start(object: Started): Promise<string> {
    const uploadId = randomUUID();
    await mkdir(this.folderOf(uploadId), { recursive: true });
    writeFileAtomically(join(this.folderOf(uploadId), 'upload.json'), JSON.stringify(object));
    return uploadId;
  }

  async upload(uploadId: string, part: number, bytes: AsyncIterable<Uint8Array>): Promise<string> {
    await this.started(uploadId);
    if (!Number.isInteger(part) || part < 1 || part > partLimit) {
      throw new ServiceError('InvalidArgument', `A part number must be 1 to ${partLimit}.`);
    }
    const object = { key: partKey(part), contentType: '', headers: {}, checksums: {}, ifAbsent: false };
    return (await this.store.put(bucketOf(uploadId), object, { bytes, modifiedAt: 0 })).etag;
  }

  async complete(uploadId: string, completion: Completion): Promise<ObjectAttributes> {
    const { xml, ifAbsent, modifiedAt } = completion;
    const { bucket, ...object } = await this.started(uploadId);
    const parts = await this.partsOf(uploadId, xml);
    const sums = Buffer.concat(parts.map(({ facts }) => Buffer.from(facts.etag, 'hex')));
    const etag = `${createHash('md5').update(sums).digest('hex')}-${parts.length}`;
    const whole = { ...object, checksums: {}, ifAbsent, etag };
    const facts = await this.store.put(bucket, whole, { bytes: joined(parts), modifiedAt });
    await rm(this.folderOf(uploadId), { recursive: true, force: true });
    return facts;
  }

  async abort(uploadId: string): Promise<void> {
    await this.started(uploadId);
    await rm(this.folderOf(uploadId), { recursive: true, force: true });
  }

  private folderOf(uploadId: string): string {
    return join(this.root, 'uploads', uploadId);
  }

  private async started(uploadId: string): Promise<Started> {
    const missing = new ServiceError('NoSuchUpload', 'The upload does not exist.', { status: 404 });
    if (!/^[0-9a-f-]{36}$/.test(uploadId)) throw missing;
    const text = await readFile(join(this.folderOf(uploadId), 'upload.json'), 'utf8').catch(() => undefined);
    if (text === undefined) throw missing;
    return JSON.parse(text) as Started;
  }

  private partsOf(uploadId: string, xml: string): Promise<{ path: string; facts: ObjectAttributes }[]> {
    const listed = readPartList(xml);
    return Promise.all(
      listed.map(async ({ part, etag }, index) => {
        const path = this.store.pathOf(bucketOf(uploadId), partKey(part));
        const facts = await readAttributes(path);
        if (facts?.etag !== etag)
          throw new ServiceError('InvalidPart', `Part ${part} was not uploaded with this ETag.`);
        if (index < listed.length - 1 && facts.size < partMinimumBytes) {
          throw new ServiceError('EntityTooSmall', `Part ${part} is smaller than ${partMinimumBytes} bytes.`);
        }
        return { path, facts };
      }),
    );
  }
}

/** Opens multipart uploads. Each part is a stored object of its own until the upload is completed. */
export const openMultipart = (root: string, store: ObjectStore): Multipart => new PartUploads(root, store);

const joined = async function* (
  parts: { path: string; facts: ObjectAttributes }[],
): AsyncIterable<Uint8Array> {
  for (const { path, facts } of parts) {
    if (facts.size > 0) yield* readBytes(path, 0, facts.size - 1) as AsyncIterable<Uint8Array>;
  }
};

const readPartList = (xml: string): { part: number; etag: string }[] => {
  const parts = [...xml.matchAll(/<Part>(.*?)<\/Part>/gs)].map(([, inner = '']) => ({
    part: Number(/<PartNumber>\s*(\d+)\s*<\/PartNumber>/.exec(inner)?.[1]),
    etag: (/<ETag>\s*([^<]*?)\s*<\/ETag>/.exec(inner)?.[1] ?? '').replaceAll(/&quot;|"/g, ''),
  }));
  if (parts.length === 0) throw new ServiceError('MalformedXML', 'The list of parts is empty or malformed.');
  if (parts.some(({ part }, index) => index > 0 && part <= (parts[index - 1]?.part ?? 0))) {
    throw new ServiceError('InvalidPartOrder', 'The parts are not in ascending order.');
  }
  return parts;
};
