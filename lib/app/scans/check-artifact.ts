import { UnreadableFile } from '@scangate/engines/inventory/parse/unreadable-file';
import { readUploadedLockfile } from '@scangate/engines/inventory/read-inventory';
import { validateSbom } from '@scangate/engines/sbom/validate-sbom';
import type { ArtifactKind, ArtifactVerdict } from '#ports/artifact-check.ts';
import { decodeUtf8 } from '../decode-utf8.ts';

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

/** Parses an artifact. It runs in a sandbox, because every byte is untrusted (docs/adr/0030-isolation.md). */
export const checkArtifact = (artifact: ArtifactKind, content: Uint8Array): ArtifactVerdict => {
  const text = decodeUtf8(content);
  return artifact.kind === 'lockfile' ? checkLockfile(artifact.path, text) : checkSbom(text);
};
