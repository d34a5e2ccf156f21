import { Readable } from 'node:stream';
import type { BaseUnit, Scan, ScanUnit } from '@scangate/domain/records';
import { baseAssessmentName } from '@scangate/domain/scans/base/base-scan';
import { isActive } from '@scangate/domain/scans/active-scan';
import { secretChecks } from '@scangate/domain/scans/units/secret-checks';
import { appliesToUnit } from '@scangate/domain/scans/scan-scope';
import type { PublishedPoms } from '@scangate/engines/model/poms/published-poms';
import { decodeAssessment } from '@scangate/engines/stored-assessment';
import { ScanFailed } from '@scangate/engines/model/failure';
import { hasOtherUnits } from '@scangate/engines/units/other-units';
import type { Advisories } from '#ports/advisories.ts';
import type { BlobReader, BlobWriter } from '#ports/blobs.ts';
import type { LicenseData, LicenseSource } from '#ports/license-source.ts';
import type { UnitOutcome, UnitsToScan } from '#ports/scans/scan-tasks.ts';
import type { OpenSecretVerifier } from '#ports/scans/secret-verifiers.ts';
import type { Store } from '#ports/store.ts';
import type { UnitAssessor, UnitToAssess } from '#ports/unit-assessor.ts';
import type { FingerprintKeys } from '#ports/scans/fingerprint-keys.ts';
import type { RunContext } from '#app/jobs/run-context.ts';
import { decodeUtf8 } from '#app/decode-utf8.ts';
import { storeUnitDocuments } from '#app/reports/store-unit-documents.ts';
import { loadGate } from './gate-of-scan.ts';

interface UnitRef extends Omit<UnitsToScan, 'units'> {
  projectUnitId: string;
}

export interface ScanUnitPorts {
  store: Pick<Store<'scan' | 'repository'>, 'get'>;
  blobs: BlobReader<'work' | 'incoming' | 'results'> & BlobWriter<'results'>;
  advisories: Advisories;
  licenseData: LicenseData;
  licenseSource: LicenseSource;
  publishedPoms: PublishedPoms;
  assessor: UnitAssessor;
  fingerprintKeys: FingerprintKeys;
  openSecretVerifier: OpenSecretVerifier;
}

/**
 * Opens the archive of a unit's files, which may have been passed with the unit, or the artifact that is the whole
 * unit.
 */
const openContent = async (
  { organizationId, scanId, artifact }: Scan,
  { projectUnitId, contents }: Pick<UnitRef, 'projectUnitId' | 'contents'>,
  { blobs }: ScanUnitPorts,
): Promise<AsyncIterable<Uint8Array>> => {
  const given = contents?.[projectUnitId];
  if (given !== undefined && !artifact) return Readable.from([Buffer.from(given, 'base64')]);
  const content = await blobs.open(
    artifact
      ? { area: 'incoming', organizationId, name: scanId }
      : { area: 'work', organizationId, name: `${scanId}/${projectUnitId}` },
  );
  if (content) return content;
  if (artifact) throw new ScanFailed('lockfile_not_found', 'The uploaded artifact no longer exists.');
  throw new Error('the files of the unit are gone');
};

const assessAndStore = async (
  { scan, contents }: { scan: Scan } & Pick<UnitRef, 'contents'>,
  toAssess: UnitToAssess,
  { ports, context }: { ports: ScanUnitPorts; context: RunContext },
): Promise<void> => {
  const { organizationId, scanId } = scan;
  const { projectUnitId } = toAssess.unit;
  const { assessor, advisories, licenseData, licenseSource, publishedPoms } = ports;
  const content = await openContent(scan, { projectUnitId, contents }, ports);
  const checks = secretChecks(toAssess.gate.policy, scan.units.length);
  const secretVerifier = checks > 0 ? ports.openSecretVerifier(checks, context.signal) : undefined;
  const sources = {
    content,
    advisories,
    licenseData,
    licenseSource,
    publishedPoms,
    ...(secretVerifier && { secretVerifier }),
  };
  const documents = await assessor.assess(toAssess, sources, context);
  await storeUnitDocuments({ organizationId, scanId, projectUnitId }, documents, ports.blobs);
};

/**
 * Assesses one unit of the base, unless an earlier scan or attempt did, and stores only its assessment: a base has no
 * findings of its own. Unreadable content is a gap, because a base never fails a scan.
 */
const scanBaseUnit = async (
  scan: Scan,
  unit: BaseUnit,
  { fullName, ports, context }: { fullName: string; ports: ScanUnitPorts; context: RunContext },
): Promise<UnitOutcome> => {
  const { organizationId, scanId, base } = scan;
  const { projectUnitId } = unit;
  const { assessor, advisories, licenseData, licenseSource, publishedPoms, blobs } = ports;
  const location = { scanId: scan.baseAssessedIn ?? scanId, origin: 'compared' } as const;
  const name = baseAssessmentName(location, projectUnitId);
  const stored = await blobs.get({ area: 'results', organizationId, name });
  if (stored && decodeAssessment(decodeUtf8(stored))) return { projectUnitId };
  const content = await blobs.open({ area: 'work', organizationId, name: `${scanId}/base/${projectUnitId}` });
  if (!content) throw new Error('the files of the unit are gone');
  const toAssess: UnitToAssess = {
    scan: { scanId, commitHash: base?.commitHash ?? '', fullScope: true },
    gate: await loadGate({ organizationId, scanId }, blobs),
    lineKey: await ports.fingerprintKeys.keyOf(organizationId),
    unit,
    fullName,
    scanTypes: scan.scanTypes.filter((type) => type !== 'sbom' && appliesToUnit(type, unit.type)),
    hasOtherUnits: true,
  };
  const sources = { content, advisories, licenseData, licenseSource, publishedPoms };
  const { assessment } = await assessor.assess(toAssess, sources, context);
  await blobs.put({ area: 'results', organizationId, name }, assessment, 'application/json');
  return { projectUnitId };
};

/**
 * Scans one unit, or reuses an earlier result, and stores its assessment, findings, SBOM and result. A second run
 * writes the same objects again.
 */
export const scanProjectUnit = async (
  { organizationId, scanId, projectUnitId, ofBase, contents }: UnitRef,
  ports: ScanUnitPorts,
  context: RunContext,
): Promise<UnitOutcome> => {
  const scan = await ports.store.get('scan', { organizationId, scanId }, { consistent: true });
  const units: readonly (BaseUnit | ScanUnit)[] | undefined = ofBase ? scan?.baseUnits : scan?.units;
  const unit = units?.find((candidate) => candidate.projectUnitId === projectUnitId);
  if (!scan || !unit || !isActive(scan)) return { projectUnitId };
  const { repositoryId } = scan;
  const repository = await ports.store.get('repository', { organizationId, repositoryId });
  const fullName = repository?.fullName ?? repositoryId;
  const isArtifact = scan.artifact !== undefined;
  const scanTypes = scan.scanTypes.filter((type) => isArtifact || appliesToUnit(type, unit.type));
  try {
    if (ofBase) return await scanBaseUnit(scan, unit, { fullName, ports, context });
    const { commitHash, fullScope, artifact } = scan;
    const { path, type } = unit;
    const gate = await loadGate({ organizationId, scanId }, ports.blobs);
    if ('reusedFrom' in unit && unit.reusedFrom !== undefined) {
      // It judges again, with engines that a new assessment runs in its sandbox only.
      const { reuseResult } = await import('./reuse/reuse-result.ts');
      await reuseResult(scan, unit, { gate, ports, now: context.now });
      return { projectUnitId };
    }
    const toAssess: UnitToAssess = {
      scan: { scanId, commitHash, fullScope, ...(artifact && { artifact }) },
      gate,
      lineKey: await ports.fingerprintKeys.keyOf(organizationId),
      unit: { projectUnitId, path, type },
      fullName,
      scanTypes,
      hasOtherUnits: hasOtherUnits(unit, scan.units),
    };
    await assessAndStore({ scan, contents }, toAssess, { ports, context });
    return { projectUnitId };
  } catch (error) {
    if (error instanceof ScanFailed) return { projectUnitId, failure: error.failure };
    throw error;
  }
};

/**
 * Scans units one after another. One that fails unexpectedly does not keep the others from being scanned.
 * @throws the first unexpected error.
 */
export const scanUnits = async (
  { units, ...ref }: UnitsToScan,
  ports: ScanUnitPorts,
  context: RunContext,
): Promise<UnitOutcome[]> => {
  const outcomes: UnitOutcome[] = [];
  const errors: unknown[] = [];
  for (const projectUnitId of units) {
    context.signal.throwIfAborted();
    await scanProjectUnit({ ...ref, projectUnitId }, ports, context).then(
      (outcome) => outcomes.push(outcome),
      (error: unknown) => errors.push(error),
    );
  }
  if (errors.length > 0) throw errors[0];
  return outcomes;
};
