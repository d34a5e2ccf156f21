import { storedJson } from '#app/stored-json.ts';
import type { Release, ReleaseDocument } from '@scangate/domain/records';
import type { AffectingAdvisory } from '@scangate/domain/bundles/affecting-advisories';
import { digestOf } from '@scangate/engines/model/digest';
import type { BlobKey, BlobReader, BlobWriter } from '#ports/blobs.ts';

/**
 * The prefix of a release's objects. Each attempt to create it has its own, so that two concurrent ones do not
 * overwrite each other.
 */
export type ReleaseFolder = Pick<Release, 'organizationId' | 'bundleId' | 'releaseVersion' | 'folder'>;

/** The stored documents; the proof is made from them when it is read. */
export const storedDocuments = ['sbom', 'vex', 'verdict'] as const satisfies ReleaseDocument[];
export type StoredDocument = (typeof storedDocuments)[number];

const keyOf = ({ organizationId, bundleId, folder }: ReleaseFolder, name: string): BlobKey<'releases'> => ({
  area: 'releases',
  organizationId,
  name: `${bundleId}/${folder}/${name}`,
});

/** Names the stored object of a document of a release. */
export const documentKey = (release: ReleaseFolder, document: StoredDocument): BlobKey<'releases'> =>
  keyOf(release, `${document}.json`);

/** The assessment of a unit, which the watch can judge after the payload of its scan was purged. */
export const assessmentKey = (release: ReleaseFolder, projectUnitId: string): BlobKey<'releases'> =>
  keyOf(release, `assessments/${projectUnitId}.json`);

/** The policy and the other inputs by which the scan of a member was judged. */
export const gateKey = (release: ReleaseFolder, scanId: string): BlobKey<'releases'> =>
  keyOf(release, `gates/${scanId}.json`);

const advisoriesKey = (release: ReleaseFolder, name: string): BlobKey<'releases'> =>
  keyOf(release, `advisories/${name}.json`);

/** Stores a list of advisories under its own digest, so that a list to which a release refers never changes. */
export const storeAdvisories = async (
  release: ReleaseFolder,
  advisories: readonly AffectingAdvisory[],
  blobs: BlobWriter<'releases'>,
): Promise<string> => {
  const name = digestOf(advisories).slice(-32);
  await blobs.put(advisoriesKey(release, name), JSON.stringify(advisories), 'application/json');
  return name;
};

/** Loads the advisories that affect a release, as its last judgment stored them. */
export const loadAdvisoriesOf = async (
  release: Release,
  blobs: BlobReader<'releases'>,
): Promise<AffectingAdvisory[]> => {
  const content = await blobs.get(advisoriesKey(release, release.advisories.name));
  if (!content) throw new Error('the advisories of a release are missing');
  return storedJson<AffectingAdvisory[]>(content);
};
