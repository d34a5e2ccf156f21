import { storedJson } from '#app/stored-json.ts';
import { summarizeAdvisories } from '@scangate/domain/bundles/affecting-advisories';
import { releaseStatement } from '@scangate/domain/bundles/release-statement';
import {
  releaseAttestationKey,
  ReleaseConflict,
  releasedVerdict,
} from '@scangate/domain/bundles/release-rules';
import { releaseVex } from '@scangate/domain/bundles/release-vex';
import { requireReleaseSize } from '@scangate/domain/evidence/proof-size';
import type { Caller } from '@scangate/domain/identity/caller';
import type { Attestation, Bundle, Organization, Release } from '@scangate/domain/records';
import { derivedId, sha256 } from '@scangate/engines/model/digest';
import { mergeSboms, type SbomPart } from '@scangate/engines/sbom/merge-sboms';
import { encodeAssessment } from '@scangate/engines/stored-assessment';
import type { BlobWriter } from '#ports/blobs.ts';
import type { PublicAddress } from '#ports/mail/public-address.ts';
import type { Signer } from '#ports/signer.ts';
import type { SnapshotRecords } from '#ports/advisory-watch/snapshot-records.ts';
import { signAttestation } from '../evidence/sign-statement.ts';
import type { RejudgePorts } from '../verdict/rejudge-scan.ts';
import { addPackages, type ReleasedPackages } from './index-release.ts';
import { judgeMembers, type JudgedMembers, type JudgedUnitOfMember } from './judge-members.ts';
import type { MemberScan } from './release-members.ts';
import {
  assessmentKey,
  documentKey,
  gateKey,
  storeAdvisories,
  type ReleaseFolder,
  type StoredDocument,
} from './release-objects.ts';

export interface PreparePorts {
  store: RejudgePorts['store'];
  blobs: RejudgePorts['blobs'] & BlobWriter<'releases'>;
  advisories: RejudgePorts['advisories'];
  snapshots: Pick<SnapshotRecords, 'published'>;
  signer: Signer;
  publicAddress: PublicAddress;
}

/** The parts of the documents, which grow unit by unit. */
interface Collected {
  sboms: SbomPart[];
  vex: string[];
  packages: ReleasedPackages;
}

const collector = (ref: ReleaseFolder, { name, releasedAt }: { name: string; releasedAt: string }) => {
  const vex = releaseVex({ ...ref, name, releasedAt });
  const collected: Collected = { sboms: [], vex: [vex.head()], packages: new Map() };
  let bytes = 0;
  const add = ({ projectUnitId, place, assessed, findings, sbom }: JudgedUnitOfMember): void => {
    const texts = [
      ...vex.unit({ projectUnitId, path: place }, findings, (file) =>
        [place, file].filter(Boolean).join('/'),
      ),
    ];
    bytes += (sbom?.length ?? 0) + texts.reduce((sum, each) => sum + each.length, 0);
    requireReleaseSize(bytes);
    collected.vex.push(...texts);
    if (sbom !== undefined) collected.sboms.push({ unitPath: place, document: storedJson<object>(sbom) });
    addPackages(collected.packages, assessed.inventory);
  };
  const end = (): Collected => ({ ...collected, vex: [...collected.vex, ...vex.tail()] });
  return { add, end };
};

export interface Draft {
  ref: ReleaseFolder;
  bundle: Bundle;
  organization: Organization;
  releasedAt: string;
  supportUntil: string;
}

const sbomOf = ({ ref, bundle, organization, releasedAt }: Draft, { sboms }: Collected): string => {
  const { bundleId, releaseVersion } = ref;
  return mergeSboms(sboms, {
    subject: { ref: 'bundle', name: bundle.name, version: releaseVersion, supplier: organization.name },
    properties: [
      { name: 'scangate:bundle', value: bundleId },
      { name: 'scangate:release', value: releaseVersion },
    ],
    serialNumber: `urn:uuid:${derivedId('sbom', ref.organizationId, bundleId, releaseVersion)}`,
    timestamp: new Date(releasedAt),
  });
};

/**
 * Writes the verdict of a release as a document: that of each member, and the inputs by which all of them were
 * judged.
 */
const verdictOf = (
  { ref, bundle, releasedAt, supportUntil }: Draft,
  { members, verdicts, snapshotId, policyDigest }: JudgedMembers,
): object => ({
  bundleId: ref.bundleId,
  name: bundle.name,
  version: ref.releaseVersion,
  verdict: releasedVerdict(members),
  releasedAt,
  supportUntil,
  advisorySnapshot: { id: snapshotId },
  policyDigest,
  members: members.map(({ units: _units, ...member }, index) => ({ ...member, judgment: verdicts[index] })),
});

/** Stores the documents, and signs the statement about them. */
const storeDocuments = async (
  draft: Draft,
  { judged, collected }: { judged: JudgedMembers; collected: Collected },
  { blobs, signer, publicAddress }: PreparePorts,
): Promise<{ documents: Record<string, string>; attestation: Attestation }> => {
  const { ref, bundle, releasedAt, supportUntil } = draft;
  const texts = {
    sbom: sbomOf(draft, collected),
    vex: collected.vex.join(''),
    verdict: JSON.stringify(verdictOf(draft, judged)),
  };
  const evidence = Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [`${name}.json`, sha256(text)]),
  );
  const { snapshotId, policyDigest, severityThreshold, members } = judged;
  const statement = releaseStatement({
    organizationId: ref.organizationId,
    bundleId: ref.bundleId,
    version: ref.releaseVersion,
    name: bundle.name,
    verdict: releasedVerdict(members),
    releasedAt,
    supportUntil,
    snapshotId,
    policyDigest,
    severityThreshold,
    members,
    evidence,
    publicUrl: await publicAddress.url(),
  });
  for (const [name, text] of Object.entries(texts))
    await blobs.put(documentKey(ref, name as StoredDocument), text, 'application/json');
  const id = releaseAttestationKey(ref);
  const attestation = await signAttestation(
    { ...id, statement: JSON.stringify(statement) },
    signer,
    new Date(releasedAt),
  );
  return { documents: evidence, attestation };
};

/** Judges the members and stores everything of the release except its row, which makes it exist. */
export const prepareRelease = async (
  draft: Draft,
  found: readonly MemberScan[],
  { ports, caller, now }: { ports: PreparePorts; caller: Caller; now: Date },
): Promise<{ release: Release; attestation: Attestation; packages: ReleasedPackages }> => {
  const { ref, bundle, releasedAt, supportUntil } = draft;
  const { add, end } = collector(ref, { name: bundle.name, releasedAt });
  const onUnit = async (unit: JudgedUnitOfMember): Promise<void> => {
    add(unit);
    const key = assessmentKey(ref, unit.projectUnitId);
    await ports.blobs.put(key, encodeAssessment(unit.assessed), 'application/json');
  };
  const judged = await judgeMembers(found, { ports, now, onUnit });
  const published = await ports.snapshots.published();
  if (published && judged.snapshotId !== 'none' && judged.snapshotId !== published.snapshotId)
    throw new ReleaseConflict();
  const collected = end();
  for (const { scanId, stored } of judged.gates)
    await ports.blobs.put(gateKey(ref, scanId), JSON.stringify(stored), 'application/json');
  const { advisories, snapshotId, policyDigest, members } = judged;
  const name = await storeAdvisories(ref, advisories, ports.blobs);
  const { documents, attestation } = await storeDocuments(draft, { judged, collected }, ports);
  const release: Release = {
    ...ref,
    members: members.map(({ artifactSha256: _digest, ...member }) => member),
    verdict: releasedVerdict(members),
    snapshotId,
    policyDigest,
    releasedAt,
    releasedBy: caller.personId,
    supportUntil,
    documents,
    advisories: { name, judgedAt: releasedAt, ...summarizeAdvisories(advisories) },
    version: 1,
  };
  return { release, attestation, packages: collected.packages };
};
