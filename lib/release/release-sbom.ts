import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readInventory } from '@scangate/engines/inventory/read-inventory';
import { derivedId } from '@scangate/engines/model/digest';
import type { SourceFiles } from '@scangate/engines/model/source-files';
import { buildSbom } from '@scangate/engines/sbom/build-sbom';

/** The version and the commit from which a release is built. */
export interface ReleaseSource {
  version: string;
  commit: string;
  /** The instant of the commit, so that the same commit produces the same bytes. */
  committedAt: Date;
}

const names = ['package-lock.json', 'package.json'] as const;

const dependencyFiles = (root: string): SourceFiles => {
  const read = (path: string): Uint8Array => readFileSync(join(root, path));
  return { entries: names.map((path) => ({ path, sizeBytes: read(path).length })), read };
};

/** Creates the SBOM of the release from its lockfile, with the engines that create those of customers. */
export const releaseSbom = (root: string, { version, commit, committedAt }: ReleaseSource): string =>
  buildSbom({
    inventory: readInventory(dependencyFiles(root), 'npm'),
    unit: { path: '', type: 'npm', name: 'scangate' },
    repository: { fullName: `scangate@${version}` },
    commitHash: commit,
    serialNumber: `urn:uuid:${derivedId('release', version, commit)}`,
    timestamp: committedAt,
  });
