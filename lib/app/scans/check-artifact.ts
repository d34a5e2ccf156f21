import { UnreadableFile } from '@scangate/engines/inventory/parse/unreadable-file';
import { readUploadedLockfile } from '@scangate/engines/inventory/read-inventory';
import { validateSbom } from '@scangate/engines/sbom/validate-sbom';
import type { ArtifactKind, ArtifactVerdict } from '#ports/artifact-check.ts';
import type { BlobReader } from '#ports/blobs.ts';
import { decodeUtf8 } from '../decode-utf8.ts';

type StoredArtifact = { organizationId: string; name: string } & ArtifactKind;

const checkLockfile = (path: string, text: string): ArtifactVerdict => {
  try {
    readUploadedLockfile(path, text);
    return { ok: true };
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    const { message: detail } = error;
    const errors = [{ pointer: '/lockfile/content', code: 'unsupported_lockfile', detail }];
    return { ok: false, code: 'unsupported_lockfile', detail, errors };
  }
};

const checkSbom = (text: string): ArtifactVerdict => {
  const errors = validateSbom(JSON.parse(text) as unknown);
  const [first] = errors;
  return first
    ? { ok: false, code: 'sbom_invalid', detail: `${first.pointer || 'sbom'}: ${first.detail}`, errors }
    : { ok: true };
};

/** Parses a stored artifact with the parsers of its scan, so that nothing is charged for an unreadable one. */
export const checkStoredArtifact = async (
  artifact: StoredArtifact,
  { blobs }: { blobs: BlobReader<'incoming'> },
): Promise<ArtifactVerdict> => {
  const { organizationId, name } = artifact;
  const content = await blobs.get({ area: 'incoming', organizationId, name });
  if (!content) throw new Error('the artifact is not there');
  const text = decodeUtf8(content);
  return artifact.kind === 'lockfile' ? checkLockfile(artifact.path, text) : checkSbom(text);
};
