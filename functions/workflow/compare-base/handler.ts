import { compareBase } from '#app/scans/workflow/compare-base.ts';
import { task } from '#runtime/task.ts';
import { wireAdvisories, wireLicenseData } from '#runtime/wire/advisories.ts';
import { wireBlobReader } from '#runtime/wire/objects/blobs.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { spec } from './function.ts';

export const handler = task(
  spec,
  {
    store: wireStore,
    blobs: wireBlobReader,
    advisories: wireAdvisories,
    licenseData: wireLicenseData,
  },
  compareBase,
);
