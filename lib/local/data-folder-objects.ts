import { join } from 'node:path';
import type { ObjectStore } from '#ports/blobs.ts';
import { openObjectStore } from '@scangate/emulator-aws/s3/object-store';
import { readBytes } from '@scangate/emulator-aws/s3/object-file';
import { StartFailure } from '@scangate/emulator-host/start-failure';
import type { CloudPlan } from '@scangate/emulator-aws/template/cloud-plan';

/** What functions are told by this variable of their environment: the same for all that know it. */
export const functionSetting = ({ functions }: Pick<CloudPlan, 'functions'>, variable: string): string => {
  const value = functions.find(({ environment }) => environment[variable])?.environment[variable];
  if (!value) throw new StartFailure(`No function of the template is told ${variable}.`);
  return value;
};

/**
 * The service's own objects (advisories) in a data folder, past the local S3: written whole or not at all, so the service may run meanwhile.
 * @param now milliseconds, for when something is written.
 */
export const dataFolderObjects = (
  data: string,
  plan: Pick<CloudPlan, 'functions'>,
  now: () => number,
): ObjectStore => {
  const bucket = functionSetting(plan, 'DATA_BUCKET');
  const store = openObjectStore(join(data, 's3'));
  return {
    get: async (key) => {
      const facts = await store.head(bucket, key);
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
