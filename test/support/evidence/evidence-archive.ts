import { writeFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { streamArchive, type ArchiveFile } from '#app/archives/zip-archive.ts';
import { signPayload } from '#app/evidence/sign-statement.ts';
import { envelopeOf } from '@scangate/domain/evidence/dsse';
import {
  attestationPath,
  evidenceFolder,
  manifestFile,
  manifestPath,
  manifestPayloadType,
  manifestSignaturePath,
  manifestText,
  type EvidenceManifest,
} from '@scangate/domain/evidence/manifest';
import { canonicalJson } from '@scangate/engines/model/digest';
import { coverage, documents, organizationId, policy, scanId, signedVerdict } from './signed-verdict.ts';
import type { TestSigner } from './test-signer.ts';

/** The files of an archive by path, in their order. */
export type Files = Record<string, string>;

/** Adds the manifest of these files. */
export const withManifest = (files: Files, changed: Partial<EvidenceManifest> = {}): Files => ({
  ...files,
  [manifestPath]: manifestText({
    kind: 'proof',
    version: 1,
    organizationId,
    subject: scanId,
    files: Object.entries(files).map(([path, text]) => manifestFile(path, Buffer.from(text))),
    ...changed,
  }),
});

/** The files of a proof, without its manifest. */
export const proofFilesOf = async (signer: TestSigner): Promise<Files> => ({
  'readme.txt': 'Read me.',
  [attestationPath]: JSON.stringify(await signedVerdict(signer)),
  'findings.json': '{"items":[]}',
  'policy.json': canonicalJson(policy),
  'coverage.json': canonicalJson(coverage),
  ...Object.fromEntries(Object.entries(documents).map(([name, text]) => [evidenceFolder + name, text])),
});

/** Adds the signed manifest of a pack. */
export const packOf = async (files: Files, signer: TestSigner): Promise<Files> => {
  const listed = withManifest(files, { kind: 'auditor_pack', subject: 'pack-1' });
  const payload = Buffer.from(listed[manifestPath] ?? '');
  const signed = await signPayload({ payloadType: manifestPayloadType, payload }, signer);
  return { ...listed, [manifestSignaturePath]: JSON.stringify(envelopeOf(signed)) };
};

export const writeArchive = async (path: string, files: Files): Promise<void> => {
  const all = Object.entries(files).map(([name, text]): ArchiveFile => ({
    path: name,
    content: Buffer.from(text),
  }));
  writeFileSync(path, await buffer(streamArchive(all)));
};
