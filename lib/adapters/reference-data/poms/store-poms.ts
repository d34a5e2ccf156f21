import { sha256 } from '@scangate/engines/model/digest';
import type { ObjectStore } from '#ports/blobs.ts';
import type { PomEntry } from '../osv/manifest.ts';
import { pomsKey } from '../osv/object-keys.ts';
import { verifiedObject } from '../osv/verified-object.ts';
import { blocksOf, decodeBlock, decodeIndex, encodeIndex, type PomLine } from './pom-blocks.ts';

/** Stores poms in blocks, each under its digest, and then their index. They become current only with the manifest. */
export const storePoms = async (lines: readonly PomLine[], objects: ObjectStore): Promise<PomEntry> => {
  const blocks: { first: string; digest: string }[] = [];
  for (const { first, digest, bytes } of blocksOf(lines)) {
    await objects.put(pomsKey(digest), bytes);
    blocks.push({ first, digest });
  }
  const index = encodeIndex({ poms: lines.length, blocks });
  const key = pomsKey(sha256(index));
  await objects.put(key, index);
  return { key, poms: lines.length };
};

/** Reads all poms of a stored snapshot. @throws Error when a part is missing or damaged. */
export const allStoredPoms = async (
  { key }: PomEntry,
  objects: Pick<ObjectStore, 'get'>,
): Promise<PomLine[]> => {
  const { blocks } = decodeIndex(await verifiedObject(objects, key, 'index of poms'));
  const lines: PomLine[] = [];
  for (const { digest } of blocks) {
    const poms = decodeBlock(await verifiedObject(objects, pomsKey(digest), 'block of poms'));
    for (const [place, json] of poms) {
      const [name = '', version = ''] = place.split(' ');
      lines.push({ name, version, json });
    }
  }
  return lines;
};
