import {
  attestationPath,
  keysPath,
  manifestFile,
  manifestPath,
  manifestText,
  type EvidenceManifest,
} from '@scangate/domain/evidence/manifest';
import { publicKeySet } from '@scangate/domain/evidence/public-key-set';
import type { ReadAttestation } from '../evidence/read-attestation.ts';
import type { ArchiveFile } from './zip-archive.ts';

/** Returns the envelope of a signed statement, and the key that verifies it, as files of an archive. */
export const signedFiles = ({ envelope, key }: Pick<ReadAttestation, 'envelope' | 'key'>) => ({
  [attestationPath]: `${JSON.stringify(envelope)}\n`,
  // Whether the key still signs is not a fact of the statement, and would change the bytes.
  [keysPath]: `${JSON.stringify(publicKeySet([{ ...key, state: 'verifying' }]))}\n`,
});

/** Completes the files of an archive with the manifest that lists them. */
export const withManifest = (
  about: Pick<EvidenceManifest, 'kind' | 'organizationId' | 'subject'>,
  files: readonly ArchiveFile[],
): ArchiveFile[] => {
  const listed = files.map(({ path, content }) => manifestFile(path, content));
  const manifest = manifestText({ ...about, version: 1, files: listed });
  return [...files, { path: manifestPath, content: Buffer.from(manifest) }];
};
