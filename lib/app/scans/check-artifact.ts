import { UnreadableFile } from '@scangate/engines/inventory/parse/unreadable-file';
import type { SchemaViolation } from '@scangate/engines/sbom/schema-violation';
import { documentTypeOf, type DocumentType } from '@scangate/domain/scans/uploads/document-types';
import type { ArtifactKind, ArtifactVerdict } from '#ports/artifact-check.ts';
import { decodeUtf8 } from '../decode-utf8.ts';

// Each parser is loaded for the artifact that needs it: a sandbox checks one.
const checkLockfile = async (path: string, text: string): Promise<ArtifactVerdict> => {
  const { checkUploadedLockfile } = await import('@scangate/engines/inventory/read-inventory');
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

const checkDocument = async (mediaType: DocumentType, content: Uint8Array): Promise<ArtifactVerdict> => {
  const [{ readSbomDocument }, { validateSbom }] = await Promise.all([
    import('@scangate/engines/sbom/conversions/read-sbom-document'),
    import('@scangate/engines/sbom/validate-sbom'),
  ]);
  try {
    const { format, cycloneDx } = readSbomDocument(content);
    return documentTypeOf[format] === mediaType
      ? verdictOf(validateSbom(cycloneDx))
      : refusedDocument(`The upload was declared as ${mediaType} but is ${format}.`);
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return refusedDocument(`The uploaded document cannot be read: ${error.message}.`);
  }
};

const verdictOf = (errors: SchemaViolation[]): ArtifactVerdict => {
  const [first] = errors;
  return first
    ? { ok: false, code: 'sbom_invalid', detail: `${first.pointer || 'sbom'}: ${first.detail}`, errors }
    : { ok: true };
};

const checkSbom = async (bytes: Buffer, onPart?: () => void): Promise<ArtifactVerdict> => {
  const { validateSbomBytes } = await import('@scangate/engines/sbom/validation/validate-sbom-bytes');
  return verdictOf(await validateSbomBytes(bytes, onPart));
};

/** The content of an artifact, which is read once, as text or as bytes. */
export interface ArtifactContent {
  text(): string;
  bytes(): Buffer;
  /** Called for each part of a long document, when the one before is no longer needed. */
  onPart?: () => void;
}

/** Parses an artifact. It runs in a sandbox, because every byte is untrusted (docs/adr/0030-isolation.md). */
export const checkArtifact = async (
  artifact: ArtifactKind,
  content: ArtifactContent,
): Promise<ArtifactVerdict> => {
  if (artifact.kind === 'document') return checkDocument(artifact.mediaType, content.bytes());
  return artifact.kind === 'lockfile'
    ? checkLockfile(artifact.path, content.text())
    : checkSbom(content.bytes(), content.onPart);
};

/** Makes the content of bytes that are in memory anyway. */
export const contentOf = (bytes: Uint8Array): ArtifactContent => ({
  text: () => decodeUtf8(bytes),
  bytes: () => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
});
