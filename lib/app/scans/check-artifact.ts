import { UnreadableFile } from '@scangate/engines/inventory/parse/unreadable-file';
import { checkUploadedLockfile } from '@scangate/engines/inventory/read-inventory';
import { readSbomDocument } from '@scangate/engines/sbom/conversions/read-sbom-document';
import { validateSbom } from '@scangate/engines/sbom/validate-sbom';
import { documentTypeOf, type DocumentType } from '@scangate/domain/scans/uploads/document-types';
import type { ArtifactKind, ArtifactVerdict } from '#ports/artifact-check.ts';
import { decodeUtf8 } from '../decode-utf8.ts';

const checkLockfile = (path: string, text: string): ArtifactVerdict => {
  try {
    checkUploadedLockfile(path, text);
    return { ok: true };
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    const { message: detail } = error;
    const errors = [{ pointer: '/lockfile/content', code: 'unsupported_lockfile', detail }];
    return { ok: false, code: 'unsupported_lockfile', detail, errors };
  }
};

const refusedDocument = (detail: string): ArtifactVerdict => ({
  ok: false,
  code: 'sbom_invalid',
  detail,
  errors: [{ pointer: '', code: 'sbom_invalid', detail }],
});

const checkDocument = (mediaType: DocumentType, content: Uint8Array): ArtifactVerdict => {
  try {
    const { format, cycloneDx } = readSbomDocument(content);
    return documentTypeOf[format] === mediaType
      ? checkSbom(cycloneDx)
      : refusedDocument(`The upload was declared as ${mediaType} but is ${format}.`);
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return refusedDocument(`The uploaded document cannot be read: ${error.message}.`);
  }
};

const checkSbom = (document: unknown): ArtifactVerdict => {
  const errors = validateSbom(document);
  const [first] = errors;
  return first
    ? { ok: false, code: 'sbom_invalid', detail: `${first.pointer || 'sbom'}: ${first.detail}`, errors }
    : { ok: true };
};

/** The content of an artifact, which is read once, as text or as bytes. */
export interface ArtifactContent {
  text(): string;
  bytes(): Uint8Array;
}

/** Parses an artifact. It runs in a sandbox, because every byte is untrusted (docs/adr/0030-isolation.md). */
export const checkArtifact = (artifact: ArtifactKind, content: ArtifactContent): ArtifactVerdict => {
  if (artifact.kind === 'document') return checkDocument(artifact.mediaType, content.bytes());
  return artifact.kind === 'lockfile'
    ? checkLockfile(artifact.path, content.text())
    : checkSbom(JSON.parse(content.text()) as unknown);
};

/** Makes the content of bytes that are in memory anyway. */
export const contentOf = (bytes: Uint8Array): ArtifactContent => ({
  text: () => decodeUtf8(bytes),
  bytes: () => bytes,
});
