import { Readable } from 'node:stream';
import * as rules from '@scangate/domain/bundles/release-rules';
import { evidenceFolder, releasePaths } from '@scangate/domain/evidence/manifest';
import { etagOf, requireIfMatch } from '@scangate/domain/etag';
import type { Caller } from '@scangate/domain/identity/caller';
import { Problem } from '@scangate/domain/problem';
import { reportMediaTypes, sbomMediaTypes } from '@scangate/domain/reports/report-names';
import type { Bundle, Release } from '@scangate/domain/records';
import type { BlobReader } from '#ports/blobs.ts';
import { commitOrThrow, listAll, type Store } from '#ports/store.ts';
import { signedFiles, withManifest } from '../archives/evidence-archive.ts';
import { streamArchive, type ArchiveFile } from '../archives/zip-archive.ts';
import { readSigned, type ReadAttestation, type SignedStatementPorts } from '../evidence/read-attestation.ts';
import { documentKey, loadAdvisoriesOf, storedDocuments, type StoredDocument } from './release-objects.ts';

type ReleaseId = Pick<Release, 'organizationId' | 'bundleId' | 'releaseVersion'>;

/** The releases of a bundle, the newest first. */
export const listReleases = async (
  { store }: { store: Pick<Store<'release'>, 'list'> },
  { organizationId, bundleId }: Pick<Bundle, 'organizationId' | 'bundleId'>,
): Promise<Release[]> => {
  const owner = { organizationId, bundleId };
  const releases = await Array.fromAsync(listAll(store, { list: 'releases', owner, consistent: true }));
  const order = ({ releasedAt, releaseVersion }: Release): string => `${releasedAt} ${releaseVersion}`;
  return releases.toSorted((a, b) => (order(a) < order(b) ? 1 : -1));
};

/**
 * Loads a release; those of a removed bundle are kept.
 * @throws Problem release_not_found
 */
export const loadRelease = async (
  { store }: { store: Pick<Store<'release'>, 'get'> },
  id: ReleaseId,
): Promise<Release> => {
  const release = await store.get('release', id, { consistent: true });
  if (!release) throw new Problem('release_not_found');
  return release;
};

/**
 * Extends the support of a release.
 * @throws Problem release_not_found, precondition_required, etag_mismatch or validation_failed
 */
export const extendSupport = async (
  {
    caller,
    id,
    supportUntil,
    ifMatch,
  }: {
    caller: Caller;
    id: ReleaseId;
    supportUntil: string;
    ifMatch: string | undefined;
  },
  ports: { store: Pick<Store<'release'>, 'get'> & Pick<Store<'release' | 'auditEvent'>, 'commit'> },
  now: Date,
): Promise<Release> => {
  const release = await loadRelease(ports, id);
  requireIfMatch(ifMatch, etagOf(release), 'release');
  const extended = rules.extendSupport(caller, { release, supportUntil }, now.toISOString());
  await commitOrThrow(ports.store, extended.changes);
  return extended.release;
};

/** Opens a document as stored. */
const openStored = async (
  release: Release,
  document: StoredDocument,
  { blobs }: { blobs: BlobReader<'releases'> },
): Promise<Readable> => {
  const stream = await blobs.open(documentKey(release, document));
  if (!stream) throw new Error(`the document ${document} of a release is missing`);
  return stream;
};

type EvidencePorts = SignedStatementPorts & { blobs: BlobReader<'releases'> };

const neverUnsigned = (): Promise<string> => {
  throw new Error('a release is signed when it is published');
};

/**
 * Returns the signed statement of a release.
 * @throws Transient when it has to be signed again and the key does not respond.
 */
export const attestationOfRelease = (
  release: Release,
  ports: SignedStatementPorts,
  now: Date,
): Promise<ReadAttestation> =>
  readSigned({ id: rules.releaseAttestationKey(release), write: neverUnsigned }, ports, now);

const readme = `The proof of a release: its SBOM and VEX, the verdict of each member, and the signed statement over them.
Check it without the service: npm run verify-verdict -- release.zip --keys <keys.json> --organization <id>
The keys are published at /.well-known/scangate/keys; those in this file prove nothing about who signed.
`;

/** The documents of a release that a client can read, with their media types. */
export const releaseMediaTypes = {
  sbom: sbomMediaTypes.cyclonedx,
  vex: reportMediaTypes['cyclonedx-vex'],
  verdict: 'application/json',
  advisories: 'application/json',
  attestation: 'application/vnd.dsse.envelope.v1+json',
  proof: 'application/zip',
} as const;

/** Writes the proof of a release: the same release gives the same bytes. */
export const proofOfRelease = async (
  release: Release,
  ports: EvidencePorts,
  now: Date,
): Promise<Readable> => {
  const texts = { 'readme.txt': readme, ...signedFiles(await attestationOfRelease(release, ports, now)) };
  const files: ArchiveFile[] = releasePaths.map((path) => ({ path, content: Buffer.from(texts[path]) }));
  for (const document of storedDocuments) {
    const content = await ports.blobs.get(documentKey(release, document));
    if (!content) throw new Error(`the document ${document} of a release is missing`);
    files.push({ path: `${evidenceFolder}${document}.json`, content: Buffer.from(content) });
  }
  const { organizationId, bundleId, releaseVersion } = release;
  const about = { kind: 'release', organizationId, subject: `${bundleId}/${releaseVersion}` } as const;
  return streamArchive(withManifest(about, files));
};

const streamOf = (document: object): Readable =>
  Readable.from(JSON.stringify(document), { objectMode: false });

/**
 * Opens any document of a release.
 * @throws Transient when its statement has to be signed again and the key does not respond.
 */
export const openDocument = async (
  release: Release,
  document: keyof typeof releaseMediaTypes,
  { ports, now }: { ports: EvidencePorts; now: Date },
): Promise<Readable> => {
  switch (document) {
    case 'proof':
      return proofOfRelease(release, ports, now);
    case 'attestation':
      return streamOf((await attestationOfRelease(release, ports, now)).envelope);
    case 'advisories':
      return streamOf({
        judgedAt: release.advisories.judgedAt,
        items: await loadAdvisoriesOf(release, ports.blobs),
      });
    default:
      return openStored(release, document, ports);
  }
};
