import { scanProjectUnit, type UnitRef } from '#app/scans/workflow/scan-unit.ts';
import { task } from '#runtime/task.ts';
import { wireAdvisories, wireLicenseData } from '#runtime/wire/advisories.ts';
import { wireBlobReader, wireBlobWriter } from '#runtime/wire/objects/blobs.ts';
import { wireLicenseSource } from '#runtime/wire/license-source.ts';
import { wireAssessor } from '#runtime/wire/sandbox.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { wireFingerprintKeys } from '#runtime/wire/vault.ts';
import { spec } from './function.ts';

const assessor = wireAssessor(spec.name);

export const handler = task(
  spec,
  {
    store: wireStore,
    blobs: () => ({ ...wireBlobReader(), ...wireBlobWriter() }),
    fingerprintKeys: wireFingerprintKeys,
    advisories: wireAdvisories,
    licenseData: wireLicenseData,
    licenseSource: wireLicenseSource,
  },
  (ref: UnitRef, ports, context) => scanProjectUnit(ref, { ...ports, assessor }, context),
);
