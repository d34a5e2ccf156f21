import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleFunctions } from '#infra/bundle/bundle-functions.ts';
import { bundleSizes, type BundleSize } from '#infra/bundle/bundle-sizes.ts';
import { allFunctions } from '#infra/functions.ts';

/** Bundles every function as for the cloud. @returns the folder, for `bundleDirectory`, and the sizes. */
export const bundleAll = async (): Promise<{ directory: string; sizes: BundleSize[] }> => {
  const directory = mkdtempSync(join(tmpdir(), 'scangate-bundles-'));
  await bundleFunctions(allFunctions(), directory);
  return { directory, sizes: await bundleSizes(directory) };
};
