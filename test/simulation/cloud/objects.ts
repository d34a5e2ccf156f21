import { dayMs } from '@scangate/domain/instant';
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
  ContinuationToken?: string;
  MaxKeys?: number;
}

interface BucketPlan {
  name: string;
  locked?: boolean;
  expiry?: readonly { prefix: string; days: number }[];
}
/** The second half of the bytes is noise. */
const damaged = (bytes: Buffer): Buffer =>
  Buffer.from(bytes.map((byte, index) => (2 * index < bytes.length ? byte : byte ^ 0x5a)));

/** Objects in memory. */
export class Objects {
  readonly #damaged = new Set<string>();
  readonly buckets = new Map<string, Map<string, Buffer>>();
  /** Is called with each object that is stored. */
  onPut: (key: string, content: Buffer) => void = () => {};
  /** When each object that is to expire was stored, by bucket and key. */
  readonly #storedAt = new Map<string, Map<string, number>>();
  readonly #plans: readonly BucketPlan[];
  readonly #locked: ReadonlySet<string>;

  constructor(plans: readonly BucketPlan[]) {
    this.#plans = plans;
    this.#locked = new Set(plans.filter(({ locked }) => locked).map(({ name }) => name));
  }

  bucket(name: string): Map<string, Buffer> {
    const bucket = this.buckets.get(name) ?? new Map<string, Buffer>();
    this.buckets.set(name, bucket);
    return bucket;
  }

  #expiryOf(bucket: string, key: string): number | undefined {
    const { expiry = [] } = this.#plans.find(({ name }) => name === bucket) ?? {};
    return expiry.find(({ prefix }) => key.startsWith(prefix))?.days;
  }

  #note(bucket: string, key: string): void {
    if (this.#expiryOf(bucket, key) === undefined) return;
    const stored = this.#storedAt.get(bucket) ?? new Map<string, number>();
    this.#storedAt.set(bucket, stored.set(key, Date.now()));
  }

  /** Removes the objects whose days are over. */
  expire(now: number): void {
    for (const [bucket, stored] of this.#storedAt)
      for (const [key, at] of stored) {
        if (now - at < (this.#expiryOf(bucket, key) ?? Infinity) * dayMs) continue;
        this.bucket(bucket).delete(key);
        stored.delete(key);
      }
  }

  put({ Bucket, Key, Body = '', IfNoneMatch }: ObjectInput): object {
    const bucket = this.bucket(Bucket);
    if (IfNoneMatch === '*' && bucket.has(Key)) throw new PreconditionFailed();
    const content = Buffer.from(Body as Uint8Array);
    bucket.set(Key, content);
    this.onPut(Key, content);
    this.#note(Bucket, Key);
    return {};
  }

  /** Reads an object, as it is or as it was damaged for the thread. */
  get({ Bucket, Key }: ObjectInput, thread = ''): object {
    const found = this.bucket(Bucket).get(Key);
    if (!found) throw new NoSuchKey();
    const content = this.#damaged.has(`${thread} ${Bucket} ${Key}`) ? damaged(found) : found;
    return { Body: bodyOf(content), ContentLength: content.length };
  }

  /** Damages an object for all reads of a thread; others share it, whose runs are not to fail. */
  damage({ Bucket, Key }: ObjectInput, thread: string): void {
    this.#damaged.add(`${thread} ${Bucket} ${Key}`);
  }

  /** The objects that are damaged for a thread. */
  damagedFor(thread: string): string[] {
    return [...this.#damaged].filter((name) => name.startsWith(`${thread} `));
  }

  remove({ Bucket, Key }: ObjectInput): object {
    if (this.#locked.has(Bucket)) throw new Error('a locked object is not deleted');
    this.bucket(Bucket).delete(Key);
    return {};
  }

  /** Lists keys in order, of which a page may have fewer than asked for although more follow. */
  list(
    { Bucket, Prefix, StartAfter, ContinuationToken, MaxKeys = 1_000 }: ListInput,
    isPartial = false,
  ): object {
    const bucket = this.bucket(Bucket);
    const from = ContinuationToken ?? StartAfter ?? '';
    const keys = [...bucket.keys()].filter((key) => key.startsWith(Prefix) && key > from).toSorted();
    const page = keys.slice(0, isPartial ? Math.ceil(Math.min(keys.length, MaxKeys) / 3) : MaxKeys);
    return {
      Contents: page.map((Key) => ({ Key, Size: bucket.get(Key)?.length ?? 0 })),
      ...(page.length < keys.length && { IsTruncated: true, NextContinuationToken: page.at(-1) }),
    };
  }
}
