import { join } from 'node:path';
import type { Objects } from '../ports/blobs.ts';
import { openObjectStore } from './s3/store.ts';
import { readBytes } from './s3/object-file.ts';
import { StartFailure } from './start-failure.ts';
import type { CloudPlan } from './template/plan.ts';

/** What functions are told by this variable of their environment: the same for all that know it. */
export const settingOf = ({ functions }: Pick<CloudPlan, 'functions'>, variable: string): string => {
  const value = functions.find(({ environment }) => environment[variable])?.environment[variable];
  if (!value) throw new StartFailure(`No function of the template is told ${variable}.`);
  return value;
};

/**
 * The service's own objects (advisories) in a data folder, past the local S3: written whole or not at all, so the service may run meanwhile.
 * @param now milliseconds, for when something is written.
 */
export const folderObjects = (
  data: string,
  plan: Pick<CloudPlan, 'functions'>,
  now: () => number,
): Objects => {
  const bucket = settingOf(plan, 'DATA_BUCKET');
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
