import type { PortsOf } from '#contract/ports-of.ts';
import type { ArtifactKind, ArtifactVerdict } from '#ports/artifact-check.ts';
import { task } from '#runtime/task.ts';
import { decodeUtf8 } from '#runtime/utf8.ts';
import { wireBlobReader } from '#runtime/wire/blobs.ts';
import { readUploadedLockfile } from '@scangate/engines/inventory/read-inventory';
import { UnreadableFile } from '@scangate/engines/inventory/parse/unreadable-file';
import { validateSbom } from '@scangate/engines/sbom/validate-sbom';
import { checkArtifact } from '../index.ts';

type Ports = PortsOf<(typeof checkArtifact)['needs']>;
type Artifact = { organizationId: string; name: string } & ArtifactKind;

const checkLockfile = (path: string, text: string): ArtifactVerdict => {
  try {
    readUploadedLockfile(path, text);
    return { ok: true };
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    const errors = [{ pointer: '/lockfile/content', code: 'unsupported_lockfile', detail: error.message }];
    return { ok: false, code: 'unsupported_lockfile', detail: error.message, errors };
  }
};

const checkSbom = (text: string): ArtifactVerdict => {
  const errors = validateSbom(JSON.parse(text) as unknown);
  const [first] = errors;
  return first
    ? { ok: false, code: 'sbom_invalid', detail: `${first.pointer || 'sbom'}: ${first.detail}`, errors }
    : { ok: true };
};

/** Reads an artifact with the parsers that will scan it, so that nothing is charged for what cannot be read. */
export const checkStoredArtifact = async (artifact: Artifact, { blobs }: Ports): Promise<ArtifactVerdict> => {
  const content = await blobs.get({
    area: 'incoming',
    organizationId: artifact.organizationId,
    name: artifact.name,
  });
  if (!content) throw new Error('the artifact is not there');
  const text = decodeUtf8(content);
  return artifact.kind === 'lockfile' ? checkLockfile(artifact.path, text) : checkSbom(text);
};

export const handler = task(checkArtifact, { blobs: wireBlobReader }, checkStoredArtifact);
