import { MemoryBlobs } from '#adapters/memory/blobs.ts';
import { MemoryStore } from '#adapters/memory/store.ts';
import { trackDefaultBranch } from '#app/tracking/track-default-branch.ts';
import { policyFields } from '@scangate/domain/policy/stored-policy';
import type { Scan, ScanUnit } from '@scangate/domain/records';
import { projectUnitId } from '@scangate/domain/repositories/register-units';
import { pathDigest } from '@scangate/engines/model/digest';
import type { Coverage } from '@scangate/engines/model/coverage';
import type { Finding } from '@scangate/engines/model/finding';
import { gateObjectName } from '@scangate/engines/model/gate/gate-inputs';
import { defaultPolicy } from '@scangate/engines/model/gate/policy';
import { resultObjectName } from '@scangate/engines/model/results';
import type { ScanType } from '@scangate/engines/model/scan-type';
import { encodeAssessment } from '@scangate/engines/stored-assessment';
import { SourceFailure } from '#ports/git-sources.ts';
import type { Store } from '#ports/store.ts';
import { log } from '#runtime/log.ts';
import { assessedUnit } from '#test/engines/assessed-fixtures.ts';
import { gateOf } from '#test/engines/gate-fixtures.ts';
import { newOrganization, newRepository, noon, testIds, write } from '../world.ts';

/** The coverage of a unit by one scan type; `gap` names the one file that it did not read. */
export type Assessed = 'assessed' | 'unassessed' | 'nothing' | { gap: string };

/** The findings of a scan in one unit. */
export interface FoundUnit {
  findings: Finding[];
  assessed?: Partial<Record<ScanType, Assessed>>;
}

/** A scan that has ended. `commit` is a number on the default branch, or `elsewhere`. */
export interface EndedScanOf {
  commit: number | 'elsewhere';
  units: Record<string, FoundUnit>;
  scanTypes?: ScanType[];
  /** Limits the scan to the one unit. */
  isLimited?: true;
  artifact?: true;
  at?: Date;
}

export const commitOf = (commit: number | string): string =>
  Buffer.from(String(commit)).toString('hex').padStart(40, '0');

/** The files that a unit has. */
const filesOfUnit = ['a.txt', 'b.txt', 'package-lock.json'];

const coverageOf = (scanType: ScanType, assessed: Assessed = 'assessed'): Coverage => {
  const gaps: Coverage['gaps'] =
    typeof assessed === 'object' ? [{ reason: 'not read', file: assessed.gap }] : [];
  if (assessed === 'nothing')
    return { scanType, status: 'unassessed', assessed: 0, gaps, nothingToAssess: true };
  return { scanType, status: typeof assessed === 'object' ? 'partial' : assessed, assessed: 1, gaps };
};

const filesOf = (assessed: Assessed = 'assessed') => {
  const left = typeof assessed === 'object' ? [assessed.gap] : [];
  return { assessed: filesOfUnit.filter((file) => !left.includes(file)).map(pathDigest), unassessed: left };
};

/** A repository whose default branch is followed, with commits in the order of their numbers. */
export const trackedWorld = async (
  store: Store & MemoryStore = new MemoryStore(),
  blobs = new MemoryBlobs(),
) => {
  const organization = await newOrganization(store);
  const { organizationId } = organization;
  const repository = await newRepository(store, organizationId, [
    ['', 'npm'],
    ['web', 'npm'],
  ]);
  const { repositoryId } = repository;
  const host = { asked: 0, failure: undefined as SourceFailure | undefined, rewritten: false };
  const hashes = (hash: string): number => Number(Buffer.from(hash, 'hex').toString().replaceAll('\0', ''));
  const sourceCheck = {
    succeeds: async ({ commitHash, after }: { commitHash: string; after: string }) => {
      host.asked++;
      if (host.failure) throw host.failure;
      return host.rewritten || hashes(commitHash) > hashes(after);
    },
  };
  const started: string[] = [];
  const watch = { start: async ({ cause }: { cause: string }) => void started.push(cause) };
  const ports = { store, blobs, sourceCheck, watch, log };
  const unitId = (path: string): string => projectUnitId(repositoryId, path);

  const putUnit = async (scan: Scan, path: string, { findings, assessed = {} }: FoundUnit): Promise<void> => {
    const id = unitId(path);
    const put = (part: 'findings' | 'result' | 'assessment', text: string) =>
      blobs.put({ area: 'results', organizationId, name: resultObjectName(scan.scanId, id, part) }, text);
    const { scanTypes } = scan;
    const coverage = scanTypes.map((type) => coverageOf(type, assessed[type]));
    const files = { secrets: filesOf(assessed.secrets), sast: filesOf(assessed.sast) };
    await put('findings', JSON.stringify(findings));
    await put('result', JSON.stringify({ projectUnitId: id, coverage, advisorySnapshot: { id: 's' } }));
    await put(
      'assessment',
      encodeAssessment(assessedUnit({ projectUnitId: id, scanTypes, coverage, files })),
    );
  };

  /** Stores a scan that has ended, with its payload. */
  const ended = async ({ commit, units, at = noon, ...more }: EndedScanOf): Promise<Scan> => {
    const paths = Object.keys(units);
    const item: Scan = {
      organizationId,
      scanId: testIds.scanId(at),
      repositoryId,
      commitHash: commitOf(commit),
      status: 'completed',
      scanTypes: more.scanTypes ?? ['sca', 'secrets', 'sast', 'license'],
      fullScope: false,
      skippedScanTypes: [],
      sourceTrigger: 'api',
      personId: testIds.uuid(),
      billingAccountId: organizationId,
      units: paths.map((path): ScanUnit => ({
        projectUnitId: unitId(path),
        path,
        type: 'npm',
        status: 'completed',
        charge: {},
      })),
      unitsVersion: 1,
      chargedPeriods: {},
      ...policyFields(defaultPolicy),
      ...((more.isLimited || more.artifact) && { projectUnitId: unitId(paths[0] ?? '') }),
      ...(more.artifact
        ? { artifact: { kind: 'sbom' as const } }
        : { reviewed: { branch: 'main', tip: commitOf(commit), headIsReviewed: commit !== 'elsewhere' } }),
      createdAt: at.toISOString(),
      finishedAt: at.toISOString(),
    };
    await write(store, [{ change: 'insert', record: 'scan', item }]);
    const gate = { area: 'results' as const, organizationId, name: gateObjectName(item.scanId) };
    await blobs.put(gate, JSON.stringify(gateOf()));
    for (const [path, unit] of Object.entries(units)) await putUnit(item, path, unit);
    return item;
  };
  const follow = (scan: Scan, over: Partial<typeof ports> = {}, now = noon) =>
    trackDefaultBranch(scan, { ...ports, ...over }, { now });
  return {
    store,
    blobs,
    ports,
    host,
    organization,
    organizationId,
    repository,
    unitId,
    ended,
    follow,
    /** Stores a scan that has ended, and follows it. */
    scan: async (scan: EndedScanOf) => follow(await ended(scan)),
  };
};
export type TrackedWorld = Awaited<ReturnType<typeof trackedWorld>>;
