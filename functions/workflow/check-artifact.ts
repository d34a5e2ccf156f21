import type { PortsOf } from '../../lib/contract/ports-of.ts';
import type { ArtifactKind, ArtifactVerdict } from '../../lib/ports/artifact-check.ts';
import { step } from '../../lib/runtime/step.ts';
import { textOf } from '../../lib/runtime/text.ts';
import { wireReader } from '../../lib/runtime/wire/blobs.ts';
import { inventoryOfLockfile } from '../../lib/scanners/inventory/read-inventory.ts';
import { UnreadableFile } from '../../lib/scanners/inventory/unreadable-file.ts';
import { validateSbom } from '../../lib/scanners/sbom/validate-sbom.ts';
import { checkArtifact } from './index.ts';

type Ports = PortsOf<(typeof checkArtifact)['needs']>;
type Artifact = { organizationId: string; name: string } & ArtifactKind;

const checkLockfile = (path: string, text: string): ArtifactVerdict => {
  try {
    inventoryOfLockfile(path, text);
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
export const check = async (artifact: Artifact, { blobs }: Ports): Promise<ArtifactVerdict> => {
  const content = await blobs.get({
    area: 'incoming',
    organizationId: artifact.organizationId,
    name: artifact.name,
  });
  if (!content) throw new Error('the artifact is not there');
  const text = textOf(content);
  return artifact.kind === 'lockfile' ? checkLockfile(artifact.path, text) : checkSbom(text);
};

export const handler = step(checkArtifact, { blobs: wireReader }, check);
