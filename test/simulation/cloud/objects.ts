import { bodyOf, NoSuchKey, PreconditionFailed } from './sdk/sdk.ts';

interface ObjectInput {
  Bucket: string;
  Key: string;
  Body?: Uint8Array | string;
  IfNoneMatch?: string;
}
interface ListInput {
  Bucket: string;
  Prefix: string;
  StartAfter?: string;
  MaxKeys?: number;
}

/** Objects in memory. */
export class Objects {
  readonly buckets = new Map<string, Map<string, Buffer>>();
  readonly #locked: ReadonlySet<string>;

  constructor(plans: readonly { name: string; locked?: boolean }[]) {
    this.#locked = new Set(plans.filter(({ locked }) => locked).map(({ name }) => name));
  }

  bucket(name: string): Map<string, Buffer> {
    const bucket = this.buckets.get(name) ?? new Map<string, Buffer>();
    this.buckets.set(name, bucket);
    return bucket;
  }

  put({ Bucket, Key, Body = '', IfNoneMatch }: ObjectInput): object {
    const bucket = this.bucket(Bucket);
    if (IfNoneMatch === '*' && bucket.has(Key)) throw new PreconditionFailed();
    bucket.set(Key, Buffer.from(Body as Uint8Array));
    return {};
  }

  get({ Bucket, Key }: ObjectInput): object {
    const found = this.bucket(Bucket).get(Key);
    if (!found) throw new NoSuchKey();
    return { Body: bodyOf(found), ContentLength: found.length };
  }

  remove({ Bucket, Key }: ObjectInput): object {
    if (this.#locked.has(Bucket)) throw new Error('a locked object is not deleted');
    this.bucket(Bucket).delete(Key);
    return {};
  }

  list({ Bucket, Prefix, StartAfter = '', MaxKeys = 1_000 }: ListInput): object {
    const bucket = this.bucket(Bucket);
    const keys = [...bucket.keys()].filter((key) => key.startsWith(Prefix) && key > StartAfter).toSorted();
    return { Contents: keys.slice(0, MaxKeys).map((Key) => ({ Key, Size: bucket.get(Key)?.length ?? 0 })) };
  }
}
