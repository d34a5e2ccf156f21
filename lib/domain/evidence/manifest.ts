import { sha256 } from '@scangate/engines/model/digest';

/**
 * The name of the manifest in a proof, a pack or the proof of a release. It is the last file, and does not list
 * itself.
 */
export const manifestPath = 'manifest.json';

/** The DSSE envelope over the bytes of the manifest, which packs have. */
export const manifestSignaturePath = 'manifest.dsse.json';
export const manifestPayloadType = 'application/vnd.scangate.manifest+json';

/** The envelope, and the key set next to it; a key inside the file proves nothing about who signed. */
export const attestationPath = 'attestation.json';
export const keysPath = 'keys.json';

/** The directory of stored documents. The rest of their path is the name under which the statement lists the digest. */
export const evidenceFolder = 'evidence/';

export interface ManifestFile {
  path: string;
  bytes: number;
  sha256: string;
}

/** The files of a proof in the order of the archive, before the evidence and the manifest. */
export const proofPaths = [
  'readme.txt',
  'report.html',
  'report.md',
  'verdict.json',
  attestationPath,
  keysPath,
  'findings.json',
  'findings.sarif',
  'sbom.cdx.json',
  'sbom.spdx.json',
  'vex.cdx.json',
  'policy.json',
  'waivers.json',
  'coverage.json',
] as const;

/** The files of the proof of a release, before the evidence and the manifest. */
export const releasePaths = ['readme.txt', attestationPath, keysPath] as const;

export const manifestKinds = ['proof', 'auditor_pack', 'release'] as const;

/** Lists every other file of an evidence archive, in the order of the archive. */
export interface EvidenceManifest {
  kind: (typeof manifestKinds)[number];
  version: 1;
  organizationId: string;
  /** The id of the scan, the pack or the release. */
  subject: string;
  files: ManifestFile[];
}

/** The entry of a file in a manifest. */
export const manifestFile = (path: string, content: Uint8Array): ManifestFile => ({
  path,
  bytes: content.length,
  sha256: sha256(content),
});

/** Writes a manifest: equal content gives equal bytes. */
export const manifestText = ({ kind, version, organizationId, subject, files }: EvidenceManifest): string =>
  `${JSON.stringify({ kind, version, organizationId, subject, files }, null, 1)}\n`;
