import { storedJson } from '#app/stored-json.ts';
import { recordReleaseJudgment } from '@scangate/domain/bundles/affected-release';
import { releaseUnitKey } from '@scangate/domain/bundles/release-unit';
import { affectingAdvisories, type AffectingAdvisory } from '@scangate/domain/bundles/affecting-advisories';
import type { Bundle, Organization, Release } from '@scangate/domain/records';
import { judgeUnit } from '@scangate/engines/judge-unit';
import type { AssessedUnit } from '@scangate/engines/model/assessed-unit';
import type { GateInputs } from '@scangate/engines/model/gate/gate-inputs';
import { decodeAssessment } from '@scangate/engines/stored-assessment';
import type { BlobKey, BlobReader, BlobWriter } from '#ports/blobs.ts';
import { commitOrThrow, type Store } from '#ports/store.ts';
import type { WatchedUnit } from '#ports/advisory-watch/watch-workflow.ts';
import { loadAdvisories } from '../advisories/load-advisories.ts';
import { decodeUtf8 } from '../decode-utf8.ts';
import { gateToday, type RejudgePorts } from '../verdict/rejudge-scan.ts';
import * as limits from '../retry-limits.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';
import { assessmentKey, gateKey, loadAdvisoriesOf, storeAdvisories } from './release-objects.ts';

export interface WatchReleasePorts {
  store: RejudgePorts['store'] &
    Pick<Store<'bundle' | 'release' | 'organization' | 'scan' | 'indexedUnit'>, 'get' | 'load'> &
    Pick<Store<'release' | 'auditEvent' | 'storedEvent'>, 'commit'>;
  blobs: RejudgePorts['blobs'] & BlobReader<'releases'> & BlobWriter<'releases'>;
  advisories: RejudgePorts['advisories'];
}

interface Watching {
  organization: Organization;
  bundle: Bundle;
  snapshotId: string;
  at: string;
  now: Date;
}

const readJson = async <T extends object>(
  key: BlobKey<'releases'>,
  blobs: BlobReader<'releases'>,
): Promise<T> => {
  const content = await blobs.get(key);
  if (!content) throw new Error(`an object of a release is missing: ${key.name}`);
  return storedJson<T>(content);
};

const readAssessment = async (
  key: BlobKey<'releases'>,
  blobs: BlobReader<'releases'>,
): Promise<AssessedUnit> => {
  const content = await blobs.get(key);
  const assessed = content && decodeAssessment(decodeUtf8(content));
  if (!assessed) throw new Error(`an assessment of a release cannot be judged any more: ${key.name}`);
  return assessed;
};

/** Judges every unit of a release by the current advisories, policy and waivers. */
const judgeRelease = async (
  release: Release,
  ports: WatchReleasePorts,
  now: Date,
): Promise<AffectingAdvisory[]> => {
  const { organizationId } = release;
  const units: Parameters<typeof affectingAdvisories>[0][number][] = [];
  for (const { repositoryId, projectUnitId: only, scanId, units: ofMember } of release.members) {
    const stored = await readJson<GateInputs>(gateKey(release, scanId), ports.blobs);
    const scan = await ports.store.get('scan', { organizationId, scanId });
    if (!scan) throw new Error('the scan of a release is missing');
    const { gate } = await gateToday({ scan, stored }, ports, now);
    const member = { repositoryId, ...(only !== undefined && { projectUnitId: only }) };
    for (const { projectUnitId } of ofMember) {
      const assessed = await readAssessment(assessmentKey(release, projectUnitId), ports.blobs);
      const index = await loadAdvisories(assessed.inventory, ports.advisories);
      const { findings } = await judgeUnit({ ...assessed, scanTypes: ['sca'] }, gate, index);
      units.push({ member, findings });
    }
  }
  return affectingAdvisories(units);
};

const judgeAgain = (
  found: Release,
  { organization, bundle, snapshotId, at, now }: Watching,
  ports: WatchReleasePorts,
): Promise<void> =>
  retryOnConflict(limits.judgeRelease, async (tryNumber) => {
    const { organizationId, bundleId, releaseVersion } = found;
    const id = { organizationId, bundleId, releaseVersion };
    const release = tryNumber === 1 ? found : await ports.store.get('release', id, { consistent: true });
    if (!release) return;
    const after = await judgeRelease(release, ports, now);
    const before = await loadAdvisoriesOf(release, ports.blobs);
    const name = await storeAdvisories(release, after, ports.blobs);
    const judgment = { release, bundle, before, after, name, snapshotId, at };
    await commitOrThrow(ports.store, recordReleaseJudgment(organization, judgment));
  });

/**
 * Judges a supported release again whose packages have changed advisories, and emits an event when it is newly
 * affected. A second run writes nothing new.
 */
export const watchRelease = async (
  key: WatchedUnit,
  { snapshotId, at, now }: Pick<Watching, 'snapshotId' | 'at' | 'now'>,
  ports: WatchReleasePorts,
): Promise<'judged' | 'skipped'> => {
  const { organizationId, repositoryId: bundleId } = key;
  const { store } = ports;
  const indexed = await store.get('indexedUnit', key, { consistent: true });
  if (!indexed) return 'skipped';
  const [organization, bundle, release] = await store.load(
    [
      { record: 'organization', id: { organizationId } },
      { record: 'bundle', id: { organizationId, bundleId } },
      { record: 'release', id: { organizationId, bundleId, releaseVersion: indexed.scanId } },
    ],
    { consistent: true },
  );
  // The index entries of an attempt that was never published have another prefix.
  const isPublished = release && releaseUnitKey(release).projectUnitId === key.projectUnitId;
  if (!organization || !bundle || bundle.removedAt !== undefined || !isPublished) return 'skipped';
  if (release.supportUntil <= at) return 'skipped';
  await judgeAgain(release, { organization, bundle, snapshotId, at, now }, ports);
  return 'judged';
};
