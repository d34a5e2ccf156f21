import { join } from 'node:path';
import type { Objects } from '../ports/blobs.ts';
import { openObjectStore } from './s3/store.ts';
import { readBytes } from './s3/object-file.ts';
import { StartFailure } from './start-failure.ts';
import type { CloudPlan } from './template/plan.ts';

/** The bucket the advisories are in, as every function that reads them is told. */
export const dataBucketOf = ({ functions }: Pick<CloudPlan, 'functions'>): string => {
  const bucket = functions.find(({ environment }) => environment['DATA_BUCKET'])?.environment['DATA_BUCKET'];
  if (!bucket) throw new StartFailure('No function of the template knows the data bucket.');
  return bucket;
};

/**
 * The objects of a data folder, past the local S3: written whole or not at all, so the service may run meanwhile.
 * @param now milliseconds, for when something is written.
 */
export const folderObjects = (data: string, bucket: string, now: () => number): Objects => {
  const store = openObjectStore(join(data, 's3'));
  return {
    get: async (key) => {
      const facts = await store.facts(bucket, key);
      if (!facts) return undefined;
      const chunks: Buffer[] = [];
      if (facts.size > 0) {
        for await (const chunk of readBytes(store.pathOf(bucket, key), 0, facts.size - 1))
          chunks.push(chunk as Buffer);
      }
      return Buffer.concat(chunks);
    },
    put: async (key, bytes) => {
      const object = {
        key,
        contentType: 'application/octet-stream',
        headers: {},
        checksums: {},
        ifAbsent: false,
      };
      await store.put(bucket, object, whole(bytes), now());
    },
  };
};

async function* whole(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
