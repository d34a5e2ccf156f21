import { hasEnded } from '#app/scans/scan-end.ts';
import { scanUnits } from '#app/scans/workflow/scan-unit.ts';
import type { FunctionSpec } from '#contract/function.ts';
import type { UnitsToScan } from '#ports/scans/scan-tasks.ts';
import { task } from '../task.ts';
import { whileActive } from './while-active.ts';
import { wireAdvisories, wireLicenseData, wirePublishedPoms } from '../wire/advisories.ts';
import { wireOutbound } from '../wire/hosts/outbound.ts';
import { wireSecretVerifier } from '../wire/hosts/secret-verifier.ts';
import { wireLicenseSource } from '../wire/license-source.ts';
import { wireBlobReader, wireBlobWriter } from '../wire/objects/blobs.ts';
import { wireAssessor } from '../wire/sandbox.ts';
import { wireStore } from '../wire/store.ts';
import { wireFingerprintKeys } from '../wire/secret-cipher.ts';

type ScanUnitsSpec = Omit<FunctionSpec, 'needs'> & {
  needs: {
    core: 'read';
    blobs: { read: readonly ['work', 'incoming', 'results']; write: readonly ['results'] };
    fingerprintKeys: true;
    advisories: 'read';
    publishedPoms: 'read';
    licenseSource: true;
    outbound: true;
  };
};

/** An execution that started before this version was deployed names one unit. */
type SentUnits = UnitsToScan & { projectUnitId?: string };

const unitsOf = ({ projectUnitId, units }: SentUnits): readonly string[] =>
  projectUnitId === undefined ? units : [projectUnitId];

/** Creates the Lambda of a task that scans units in the sandbox next to its handler. */
export const scanUnitsTask = (spec: ScanUnitsSpec) => {
  const assessor = wireAssessor(spec.name);
  return task(
    spec,
    {
      store: wireStore,
      blobs: () => ({ ...wireBlobReader(), ...wireBlobWriter() }),
      fingerprintKeys: wireFingerprintKeys,
      advisories: wireAdvisories,
      licenseData: wireLicenseData,
      publishedPoms: wirePublishedPoms,
      licenseSource: wireLicenseSource,
      outbound: () => wireOutbound(),
    },
    whileActive(
      {
        hasEnded,
        resultOf: (input: SentUnits) => unitsOf(input).map((projectUnitId) => ({ projectUnitId })),
      },
      (input: SentUnits, { outbound, ...ports }, context) => {
        const units = unitsOf(input);
        const openSecretVerifier = wireSecretVerifier(outbound);
        return scanUnits({ ...input, units }, { ...ports, assessor, openSecretVerifier }, context);
      },
    ),
  );
};
