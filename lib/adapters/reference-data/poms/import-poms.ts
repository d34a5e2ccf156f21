import type { ObjectStore } from '#ports/blobs.ts';
import { currentSnapshot, switchManifest } from '../osv/manifest.ts';
import { UnreadableSource } from '../osv/record-source.ts';
import { placeOf, type PomLine } from './pom-blocks.ts';
import { readPomArchive, type PomArchiveLimits } from './read-pom-archive.ts';
import { allStoredPoms, storePoms } from './store-poms.ts';

export interface PomImport {
  objects: ObjectStore;
  /** ISO instant. */
  now: string;
  /** `merge`: the archive is added to the current poms, of which those with the same coordinates are replaced. */
  mode: 'replace' | 'merge';
  onProgress: (poms: number) => void;
  limits?: PomArchiveLimits | undefined;
}

export interface ImportedPoms {
  snapshotId: string;
  poms: number;
  bad: number;
  badPoms: { name: string; reason: string }[];
}

const merged = async (lines: readonly PomLine[], objects: ObjectStore): Promise<PomLine[]> => {
  const { poms } = await currentSnapshot(objects);
  const current = poms ? await allStoredPoms(poms, objects) : [];
  const byPlace = [...current, ...lines].map((line) => [placeOf(line.name, line.version), line] as const);
  return [...new Map(byPlace).values()];
};

/**
 * Imports an archive of poms and makes it current in one switch. A damaged archive, or one without a single good pom,
 * changes nothing.
 * @throws UnreadableSource
 */
export const importPoms = async (source: string, request: PomImport): Promise<ImportedPoms> => {
  const { objects, now, mode, onProgress, limits } = request;
  const { lines, bad, badPoms } = await readPomArchive(source, { onProgress, ...(limits && { limits }) });
  if (lines.length === 0) throw new UnreadableSource('the archive has no pom that can be read');
  const poms = await storePoms(mode === 'merge' ? await merged(lines, objects) : lines, objects);
  const { snapshotId } = await switchManifest(objects, { poms }, now);
  return { snapshotId, poms: poms.poms, bad, badPoms };
};
