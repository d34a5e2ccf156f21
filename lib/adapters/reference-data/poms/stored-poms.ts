import type {
  RequestedArtifact,
  KnownArtifact,
  PublishedPom,
  PublishedPoms,
} from '@scangate/engines/model/poms/published-poms';
import type { ObjectStore } from '#ports/blobs.ts';
import { readManifest } from '../osv/manifest.ts';
import { digestInKey, pomsKey } from '../osv/object-keys.ts';
import { verifiedObject } from '../osv/verified-object.ts';
import {
  blockOfPom,
  blocksOfArtifact,
  decodeBlock,
  decodeIndex,
  placeOf,
  type PomIndex,
} from './pom-blocks.ts';

type Objects = Pick<ObjectStore, 'get'>;
type Block = ReadonlyMap<string, string>;

/** The number of unpacked blocks that are kept: about 16 MB. */
const keptBlocks = 64;
const loadedAtOnce = 8;

/** Keeps the most recently used blocks. */
class RecentBlocks {
  readonly #blocks = new Map<string, Block>();
  readonly #objects: Objects;

  constructor(objects: Objects) {
    this.#objects = objects;
  }

  /** Loads the blocks of a question, a few at a time, whatever the limit of kept blocks. */
  async load(digests: readonly string[]): Promise<Map<string, Block>> {
    const loaded = new Map<string, Block>();
    for (let from = 0; from < digests.length; from += loadedAtOnce)
      await Promise.all(
        digests.slice(from, from + loadedAtOnce).map(async (digest) => {
          loaded.set(digest, this.#blocks.get(digest) ?? (await this.#read(digest)));
        }),
      );
    for (const [digest, block] of loaded) {
      this.#blocks.delete(digest);
      this.#blocks.set(digest, block);
    }
    for (const digest of this.#blocks.keys()) {
      if (this.#blocks.size <= keptBlocks) break;
      this.#blocks.delete(digest);
    }
    return loaded;
  }

  async #read(digest: string): Promise<Block> {
    return decodeBlock(await verifiedObject(this.#objects, pomsKey(digest), 'block of poms'));
  }
}

const digestsOf = (index: PomIndex, { name, versions, listsVersions }: RequestedArtifact): string[] => [
  ...versions.flatMap((version) => blockOfPom(index, name, version) ?? []),
  ...(listsVersions ? blocksOfArtifact(index, name) : []),
];

const answerOf = (
  { name, versions, listsVersions }: RequestedArtifact,
  { index, blocks }: { index: PomIndex; blocks: ReadonlyMap<string, Block> },
): KnownArtifact => {
  const prefix = placeOf(name, '');
  const listed = (digest: string): string[] =>
    [...(blocks.get(digest)?.keys() ?? [])].flatMap((place) =>
      place.startsWith(prefix) ? [place.slice(prefix.length)] : [],
    );
  const pomOf = (version: string): PublishedPom | null => {
    const block = blocks.get(blockOfPom(index, name, version) ?? '');
    const json = block?.get(placeOf(name, version));
    return json === undefined ? null : (JSON.parse(json) as PublishedPom);
  };
  return {
    ...(listsVersions && { versions: [...new Set(blocksOfArtifact(index, name).flatMap(listed))] }),
    poms: versions.map(pomOf),
  };
};

/**
 * Reads published poms from the stored snapshot: the index, and only those blocks that a question needs. A warm
 * function keeps the index while the manifest names it, and the most recently used blocks.
 */
export const storedPoms = (objects: Objects): PublishedPoms => {
  const recent = new RecentBlocks(objects);
  let known: { key: string; index: Promise<PomIndex> } | undefined;
  const loadIndex = async (key: string): Promise<PomIndex> =>
    decodeIndex(await verifiedObject(objects, key, 'index of poms'));
  const indexAt = (key: string): Promise<PomIndex> => {
    if (known?.key === key) return known.index;
    const index = loadIndex(key);
    known = { key, index };
    index.catch(() => (known = undefined));
    return index;
  };
  return {
    async snapshot() {
      const entry = (await readManifest(objects))?.poms;
      return entry && { id: digestInKey(entry.key), poms: entry.poms };
    },
    async load(asked, { id }) {
      const index = await indexAt(pomsKey(id));
      const digests = new Set(asked.flatMap((each) => digestsOf(index, each)));
      const blocks = await recent.load([...digests]);
      return asked.map((each) => answerOf(each, { index, blocks }));
    },
  };
};
