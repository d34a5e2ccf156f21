import { closeSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text as textOf } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import tar from 'tar-stream';
import { packUnit, unpackUnit } from '#adapters/source-archive/unit-archive.ts';
import { readZip } from '#adapters/zip/read-zip.ts';
import { archiveEntries } from '@scangate/engines/source-files/archives/archive-entries';
import { objectId, sha1, type ObjectType } from '@scangate/git/object-format';
import { FetchedPack } from '@scangate/git/pack/fetched-pack';
import { PackFile } from '@scangate/git/pack/pack-file';
import { WorkBudget } from '@scangate/git/pack/work-budget';
import { flushPacket, packetLine, packetsOf } from '@scangate/git/remote/packet-line';
import { walkCommit } from '@scangate/git/walk-commit';
import { rawZip } from '#test/support/evidence/raw-zip.ts';
import { deltaSize, packEntry, packOf } from '#test/support/git/pack-writer.ts';
import { advertisements, histories, isGitFailure, refLists } from './git-answers.ts';
import { caseFolder } from '../case-folder.ts';
import { neverRefuses, type ReaderClass, type ReaderTarget } from '../reader-target.ts';

const { signal } = new AbortController();
const mebibyte = 1024 * 1024;

/** A failure of its own kind; one of JavaScript itself is a mistake. */
const isPlainError = (error: unknown): boolean =>
  error instanceof Error &&
  !(error instanceof TypeError) &&
  !(error instanceof RangeError) &&
  !(error instanceof ReferenceError);

const object = (type: ObjectType, content: Buffer) => ({
  type,
  content,
  id: objectId(sha1, { type, content }),
});

/** The objects of a commit with two files, of which one is a delta of the other. */
const makeObjects = () => {
  const first = object('blob', Buffer.from('the first file of all\n'));
  const second = object('blob', Buffer.from('the first file of all\nand more'));
  const entry = (name: string, id: string): Buffer =>
    Buffer.concat([Buffer.from(`100644 ${name}\0`), Buffer.from(id, 'hex')]);
  const tree = object('tree', Buffer.concat([entry('a.txt', first.id), entry('b.txt', second.id)]));
  const author = 'author a <a> 0 +0000\ncommitter a <a> 0 +0000\n\nm\n';
  const commit = object('commit', Buffer.from(`tree ${tree.id}\n${author}`));
  const added = Buffer.from('and more');
  const delta: Buffer = Buffer.from([
    ...deltaSize(first.content.length),
    ...deltaSize(second.content.length),
    0x90,
    first.content.length,
    added.length,
    ...added,
  ]);
  return { first, second, tree, commit, delta };
};

type Objects = ReturnType<typeof makeObjects>;

/** A pack of objects, of which some may be damaged. */
const packFrom = ({
  commit,
  tree,
  first,
  delta,
}: Pick<Objects, 'commit' | 'tree' | 'first' | 'delta'>): Buffer => {
  const entries = [commit, tree, first].map((one) => packEntry(one));
  return packOf([...entries, packEntry({ type: 'id-delta', content: delta, base: first.id })]);
};

const limits = { totalBytes: mebibyte, fileBytes: mebibyte, files: 100, pathLength: 512 };

/** Indexes a pack as one that was received. @throws GitFailure, and its file is closed. */
const indexed = async (path: string, bytes: Buffer): Promise<FetchedPack> => {
  writeFileSync(path, bytes);
  const descriptor = openSync(path, 'r');
  try {
    const bounds = { maxBytes: mebibyte, maxObjects: 1_000 };
    return await FetchedPack.index(
      new PackFile(descriptor, sha1, new WorkBudget(64 * mebibyte)),
      bounds,
      signal,
    );
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
};

/** Reads everything of a commit, whose walk closes the pack. */
const walkFlaws = async (store: FetchedPack, commitId: string): Promise<string[]> => {
  const flaws: string[] = [];
  for await (const { path } of walkCommit(store, commitId, { limits, signal }).files)
    if (path.startsWith('/') || path.split('/').includes('..')) flaws.push(`a file is outside: ${path}`);
  return flaws;
};

/** Packs whose bytes are damaged. An id says what an object is: a changed one has another id, or none. */
const packs = (path: string): ReaderTarget => {
  const objects = makeObjects();
  return {
    name: 'packs',
    samples: [packFrom(objects)],
    isRefusal: isGitFailure,
    read: async (bytes) => {
      const store = await indexed(path, bytes);
      const { commit, tree, first, second } = objects;
      const flaws = [commit, tree, first, second].flatMap(({ id, type, content }) => {
        const read = store.read(id, mebibyte);
        const isUnread = read === undefined || read === 'too_large';
        const isSame = isUnread || (read.type === type && read.content.equals(content));
        return isSame ? [] : [`the ${type} ${id} has another content`];
      });
      return [...flaws, ...(await walkFlaws(store, commit.id))];
    },
  };
};

/** Packs that are whole, of objects that are damaged: a directory, a commit, or a delta. */
const gitObjects = (path: string): ReaderTarget => {
  const objects = makeObjects();
  const { commit, tree, delta } = objects;
  return {
    name: 'objects of git',
    samples: [tree.content, commit.content, delta],
    isRefusal: isGitFailure,
    read: async (bytes, { index }) => {
      const damaged = {
        ...objects,
        ...(index === 0 && { tree: object('tree', bytes) }),
        ...(index === 2 && { delta: bytes }),
      };
      const text = commit.content.toString().replace(tree.id, damaged.tree.id);
      const head = object('commit', index === 1 ? bytes : Buffer.from(text));
      return walkFlaws(await indexed(path, packFrom({ ...damaged, commit: head })), head.id);
    },
  };
};

const packets: ReaderTarget = {
  name: 'packet lines',
  samples: [
    Buffer.from(`${packetLine('version 2')}${packetLine('fetch=filter shallow')}${flushPacket}`),
    Buffer.from(`${packetLine('packfile')}0009\u0001PACK${packetLine('\u0002progress')}${flushPacket}`),
  ],
  isRefusal: isGitFailure,
  read: async (bytes) => {
    let sum = 0;
    for await (const batch of packetsOf(Readable.from([bytes], { objectMode: false })))
      for (const packet of batch) sum += typeof packet === 'string' ? 4 : packet.length + 4;
    return sum > bytes.length ? ['packets have more bytes than there are'] : [];
  },
};

const zips = [
  rawZip([
    { path: 'a.json', text: '{"a":1}' },
    { path: 'b/c.txt', text: 'c'.repeat(300) },
  ]),
  rawZip([{ path: 'x.txt', text: 'x', extra: Buffer.from([1, 0, 2, 0, 0, 0]) }]),
];

const tarOf = async (): Promise<Buffer> => {
  const pack = tar.pack();
  pack.entry({ name: 'a/b.txt' }, 'content');
  pack.entry({ name: 'c.txt' }, 'x'.repeat(700));
  pack.finalize();
  return Buffer.concat(await Array.fromAsync(pack as AsyncIterable<Buffer>));
};

const maxArchiveBytes = 50 * mebibyte;

const archivesInSources = (tarred: Buffer): ReaderTarget => ({
  name: 'archives among sources',
  samples: [...zips, tarred, gzipSync(tarred), gzipSync('only text')],
  isRefusal: neverRefuses,
  read: (bytes) => {
    const found = archiveEntries('x.gz', bytes);
    const sum = (found?.entries ?? []).reduce((total, { content }) => total + content.length, 0);
    return sum > maxArchiveBytes ? ['an archive has more than it may'] : [];
  },
});

const evidence = (path: string): ReaderTarget => ({
  name: 'archives of evidence',
  samples: zips,
  isRefusal: isPlainError,
  read: async (bytes, { bytes: whole }) => {
    writeFileSync(path, bytes);
    const names: string[] = [];
    for await (const { path: name, content } of readZip(path)) {
      await textOf(Readable.from(content));
      names.push(name);
    }
    const outside = names.filter((name) => name.startsWith('/') || name.split('/').includes('..'));
    return whole.length > 0 && outside.length > 0 ? [`a file is outside: ${outside[0]}`] : [];
  },
});

const units = async (): Promise<ReaderTarget> => {
  const files = {
    paths: ['a.ts', 'b/c.ts'],
    read: (path: string) => Buffer.from(path),
    relative: (path: string) => path,
  };
  const packed = Buffer.concat(await Array.fromAsync(packUnit(files, []) as AsyncIterable<Buffer>));
  return {
    name: 'archives of units',
    samples: [packed],
    isRefusal: (error) => isPlainError(error) || error instanceof SyntaxError,
    read: async (bytes) => {
      const { files: unpacked } = await unpackUnit(Readable.from([bytes], { objectMode: false }));
      unpacked.close();
      return [];
    },
  };
};

/** Bytes that git hosts send, and archives of every kind. */
export const packedFiles: ReaderClass = {
  name: 'packs and archives',
  open: async () => {
    const own = caseFolder();
    return [
      packs(join(own, 'pack')),
      gitObjects(join(own, 'objects')),
      packets,
      advertisements,
      refLists,
      histories(join(own, 'history')),
      archivesInSources(await tarOf()),
      evidence(join(own, 'zip')),
      await units(),
    ];
  },
};
