import { gunzipSync, gzipSync } from 'node:zlib';
import { sha256 } from '@scangate/engines/model/digest';

/** Increase this when older blocks must no longer be read. */
const format = 1;

/** The size of a block in characters: a few dozen poms, which a resolution usually needs together. */
const blockLength = 256 * 1024;

/** The limit of an unpacked block: one pom may be larger than the intended size of a block. */
const largestBlock = 16 * 1024 * 1024;
const largestIndex = 64 * 1024 * 1024;

/** A pom as JSON with its sort position. */
export interface PomLine {
  /** `group:artifact`. */
  name: string;
  version: string;
  json: string;
}

/** The blocks of a snapshot, in order. */
export interface PomIndex {
  poms: number;
  blocks: readonly PomBlock[];
}

interface PomBlock {
  /** The position of its first pom. */
  first: string;
  digest: string;
}

/** Neither names nor versions contain spaces, so that no position is a prefix of another. */
export const placeOf = (name: string, version: string): string => `${name} ${version}`;

const byPlace = (a: PomLine, b: PomLine): number =>
  placeOf(a.name, a.version) < placeOf(b.name, b.version) ? -1 : 1;

interface EncodedBlock extends PomBlock {
  bytes: Uint8Array;
}

const encodeBlock = (lines: readonly PomLine[]): EncodedBlock => {
  const text = lines.map(({ name, version, json }) => `${placeOf(name, version)} ${json}\n`).join('');
  const bytes = gzipSync(text, { level: 9 });
  const { name, version } = lines[0]!;
  return { first: placeOf(name, version), digest: sha256(bytes), bytes };
};

/** Divides poms into blocks. Equal poms give equal blocks in any order. */
export function* blocksOf(lines: readonly PomLine[]): Generator<EncodedBlock> {
  let block: PomLine[] = [];
  let length = 0;
  for (const line of lines.toSorted(byPlace)) {
    if (length + line.json.length > blockLength && block.length > 0) {
      yield encodeBlock(block);
      [block, length] = [[], 0];
    }
    block.push(line);
    length += line.json.length;
  }
  if (block.length > 0) yield encodeBlock(block);
}

export const encodeIndex = ({ poms, blocks }: PomIndex): Uint8Array => {
  const rows = blocks.map(({ first, digest }) => [first, digest]);
  return gzipSync(JSON.stringify({ format, poms, blocks: rows }), { level: 9 });
};

/** Decodes an index. @throws Error when the bytes have another format. */
export const decodeIndex = (bytes: Uint8Array): PomIndex => {
  const text = gunzipSync(bytes, { maxOutputLength: largestIndex }).toString();
  const stored = JSON.parse(text) as { format?: unknown; poms?: unknown; blocks?: unknown };
  const { poms, blocks } = stored;
  if (stored.format !== format || typeof poms !== 'number' || !Array.isArray(blocks))
    throw new Error('the index of poms has another format');
  const rows = blocks as [string, string][];
  return { poms, blocks: rows.map(([first, digest]) => ({ first, digest })) };
};

/** Decodes a block: the JSON of its poms by position. */
export const decodeBlock = (bytes: Uint8Array): ReadonlyMap<string, string> => {
  const lines = gunzipSync(bytes, { maxOutputLength: largestBlock }).toString().split('\n');
  const poms = new Map<string, string>();
  for (const line of lines) {
    const end = line.indexOf(' ', line.indexOf(' ') + 1);
    if (end !== -1) poms.set(line.slice(0, end), line.slice(end + 1));
  }
  return poms;
};

/** Finds the last block that begins at or before a position; -1 when all begin after it. */
const blockAt = ({ blocks }: PomIndex, place: string): number => {
  let [low, high] = [0, blocks.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (blocks[middle]!.first <= place) low = middle + 1;
    else high = middle;
  }
  return low - 1;
};

/** Returns the digest of the block that contains a pom if it exists. */
export const blockOfPom = (index: PomIndex, name: string, version: string): string | undefined =>
  index.blocks[blockAt(index, placeOf(name, version))]?.digest;

/** Returns the digests of the blocks that hold the versions of an artifact. */
export const blocksOfArtifact = (index: PomIndex, name: string): string[] => {
  const from = Math.max(0, blockAt(index, `${name} `));
  const to = blockAt(index, `${name} \u{10ffff}`);
  return index.blocks.slice(from, to + 1).map(({ digest }) => digest);
};
