import { join } from 'node:path';
import type { ObjectStore } from '#ports/blobs.ts';
import { openObjectStore } from '@scangate/emulator-aws/s3/object-store';
import { readBytes } from '@scangate/emulator-aws/s3/object-file';
import { StartFailure } from '@scangate/emulator-host/start-failure';
import type { CloudPlan } from '@scangate/emulator-aws/template/cloud-plan';

/** Reads an environment variable that has the same value in every function that has it. */
const functionSetting = ({ functions }: Pick<CloudPlan, 'functions'>, variable: string): string => {
  const value = functions.find(({ environment }) => environment[variable])?.environment[variable];
  if (!value) throw new StartFailure(`No function of the template has the variable ${variable}.`);
  return value;
};

/**
 * Reads and writes a bucket of a data folder without the S3 emulator. Objects are written atomically, so that the
 * service may run meanwhile.
 * @param now milliseconds, for the modification time.
 */
export const bucketObjects = (data: string, bucket: string, now: () => number): ObjectStore => {
  const store = openObjectStore(join(data, 's3'));
  return {
    get: async (key) => {
      const attributes = await store.head(bucket, key);
      if (!attributes) return undefined;
      const chunks: Buffer[] = [];
      if (attributes.size > 0) {
        for await (const chunk of readBytes(store.pathOf(bucket, key), 0, attributes.size - 1))
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
      await store.put(bucket, object, { bytes: whole(bytes), modifiedAt: now() });
    },
  };
};

/** Names the service's data bucket, which holds the advisories. */
export const dataBucketOf = (plan: Pick<CloudPlan, 'functions'>): string =>
  functionSetting(plan, 'DATA_BUCKET');

/** Opens the service's data bucket (advisories) in a data folder. See bucketObjects. */
export const dataFolderObjects = (
  data: string,
  plan: Pick<CloudPlan, 'functions'>,
  now: () => number,
): ObjectStore => bucketObjects(data, dataBucketOf(plan), now);

async function* whole(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
