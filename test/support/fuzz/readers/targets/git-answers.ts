import { openSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { GitFailure, GitTransient } from '@scangate/git/git-failure';
import { inProcessHistory, type ObjectSource } from '@scangate/git/history/history-readers';
import { objectId, sha1, type ObjectType } from '@scangate/git/object-format';
import { flushPacket, packetLine } from '@scangate/git/remote/packet-line';
import type { HttpSession } from '@scangate/git/remote/http-session';
import { remoteRef } from '@scangate/git/remote/remote-refs';
import { packEntry, packOf } from '#test/support/git/pack-writer.ts';
import type { ReaderTarget } from '../reader-target.ts';

const { signal } = new AbortController();
const mebibyte = 1024 * 1024;

export const isGitFailure = (error: unknown): boolean =>
  error instanceof GitFailure || error instanceof GitTransient;

const repository = 'https://git.example/a/b.git';

/** A session whose host answers one request with some bytes, and any further one with nothing but an end. */
const answering = (bytes: Buffer, kind: 'advertisement' | 'result'): HttpSession => {
  let asked = 0;
  const session = {
    hasCredential: false,
    quote: () => '',
    ask: async (url: URL, { method }: { method: string }) => {
      asked += 1;
      const isMeant = (kind === 'advertisement') === (method === 'GET');
      const type = method === 'GET' ? 'advertisement' : 'result';
      const body = isMeant && asked <= 2 ? bytes : Buffer.from(method === 'GET' ? plainAnswer : flushPacket);
      const response = Object.assign(Readable.from([body], { objectMode: false }), {
        headers: { 'content-type': `application/x-git-upload-pack-${type}` },
      });
      return { response: response as unknown as IncomingMessage, url };
    },
    bytesOf: (response: IncomingMessage) => response,
  };
  return session as unknown as HttpSession;
};

const plainAnswer = [
  packetLine('# service=git-upload-pack\n'),
  flushPacket,
  packetLine('version 2\n'),
  packetLine('agent=git/2.40\n'),
  packetLine('ls-refs=unborn\n'),
  packetLine('fetch=shallow filter\n'),
  packetLine('object-format=sha1\n'),
  flushPacket,
].join('');

const id = 'a'.repeat(40);
const oldAnswer = [
  packetLine('# service=git-upload-pack\n'),
  flushPacket,
  packetLine(`${id} HEAD\0multi_ack symref=HEAD:refs/heads/main agent=git/1.9\n`),
  packetLine(`${id} refs/heads/main\n`),
  packetLine(`shallow ${id}\n`),
  flushPacket,
].join('');

const isId = (text: string): boolean => /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text);

/** The list of refs with which a host begins, of either version of the protocol. */
export const advertisements: ReaderTarget = {
  name: 'advertisements of refs',
  samples: [Buffer.from(plainAnswer), Buffer.from(oldAnswer)],
  isRefusal: isGitFailure,
  read: async (bytes, { index }) => {
    const ref = await remoteRef(answering(bytes, 'advertisement'), repository, 'HEAD');
    return index === 1 && ref?.id !== undefined && !isId(ref.id) ? [`no commit is ${ref.id}`] : [];
  },
};

/** The answer to a question for refs. */
export const refLists: ReaderTarget = {
  name: 'lists of refs',
  samples: [
    Buffer.from([packetLine(`${id} HEAD symref-target:refs/heads/main\n`), flushPacket].join('')),
    Buffer.from([packetLine('unborn HEAD symref-target:refs/heads/main\n'), flushPacket].join('')),
    Buffer.from([packetLine('ERR upload-pack: not our ref\n'), flushPacket].join('')),
  ],
  isRefusal: isGitFailure,
  read: async (bytes) => {
    await remoteRef(answering(bytes, 'result'), repository, 'HEAD');
    return [];
  },
};

const object = (type: ObjectType, content: Buffer) => ({
  type,
  content,
  id: objectId(sha1, { type, content }),
});
type GitObject = ReturnType<typeof object>;

const people = 'author a <a> 0 +0000\ncommitter a <a> 0 +0000\n\nm\n';
const commitOf = (tree: GitObject, parents: readonly GitObject[]): GitObject => {
  const lines = parents.map((parent) => `parent ${parent.id}\n`).join('');
  return object('commit', Buffer.from(`tree ${tree.id}\n${lines}${people}`));
};
const treeOf = (entries: readonly (readonly [mode: string, name: string, of: GitObject])[]): GitObject =>
  object(
    'tree',
    Buffer.concat(
      entries.flatMap(([mode, name, of]) => [Buffer.from(`${mode} ${name}\0`), Buffer.from(of.id, 'hex')]),
    ),
  );

/** A history of three commits and a tag, of which one object may be damaged. */
const historyFrom = (bytes: Buffer, damaged: number): { objects: GitObject[]; tip: GitObject } => {
  const blob = object('blob', damaged === 0 ? bytes : Buffer.from('content\n'));
  const inner = damaged === 1 ? object('tree', bytes) : treeOf([['100644', 'a.txt', blob]]);
  const root = treeOf([
    ['40000', 'folder', inner],
    ['100755', 'run', blob],
  ]);
  const first = damaged === 2 ? object('commit', bytes) : commitOf(root, []);
  const second = commitOf(inner, [first]);
  const third = commitOf(root, [first, second]);
  const text = Buffer.from(`object ${third.id}\ntype commit\ntag v1\n\nm\n`);
  const tip = damaged === 3 ? object('tag', bytes) : object('tag', text);
  const all = [blob, inner, root, first, second, third, tip];
  return { objects: [...new Map(all.map((one) => [one.id, one])).values()], tip };
};

const samples = [0, 1, 2, 3].map((index) => {
  const { objects, tip } = historyFrom(Buffer.alloc(0), -1);
  const [blob, inner, , first] = objects;
  return [blob, inner, first, tip][index]?.content ?? Buffer.alloc(0);
});

const limits = { commits: 100, slices: 10, commitsPerSlice: 2 };

/** Plans a history, lists its slices and reads their files, each from the same packed objects. */
const readHistory = async (path: string, packed: Buffer, tips: readonly string[]): Promise<string[]> => {
  writeFileSync(path, packed);
  const source = (): ObjectSource => ({
    descriptors: [openSync(path, 'r')],
    format: sha1,
    maxObjects: 1_000,
  });
  const workBytes = 64 * mebibyte;
  const flaws: string[] = [];
  const plan = await inProcessHistory.planHistory({ tips, limits, workBytes }, source(), signal);
  for (const slice of plan.slices) {
    const asked = { ...slice, limits: { entries: 1_000, pathLength: 200 }, workBytes };
    const ids: string[] = [];
    const { files } = await inProcessHistory.listSlice(asked, source(), signal);
    for await (const file of files) {
      ids.push(file.id);
      if (file.path.length > 200 || !isId(file.commit)) flaws.push(`no file is ${JSON.stringify(file)}`);
    }
    const blobs = await inProcessHistory.readBlobs({ ids, fileBytes: mebibyte, workBytes }, source(), signal);
    for await (const { id: found, content } of blobs.files)
      if (objectId(sha1, { type: 'blob', content: Buffer.from(content) }) !== found)
        flaws.push(`the file ${found} has another content`);
  }
  return flaws;
};

/** Histories of which an object, or the pack itself, is damaged. */
export const histories = (path: string): ReaderTarget => ({
  name: 'histories of git',
  samples: [...samples, packOf(historyFrom(Buffer.alloc(0), -1).objects.map((one) => packEntry(one)))],
  isRefusal: isGitFailure,
  read: (bytes, { index }) => {
    const isPack = index === samples.length;
    const { objects, tip } = historyFrom(bytes, isPack ? -1 : index);
    const packed = isPack ? bytes : packOf(objects.map((one) => packEntry(one)));
    return readHistory(path, packed, [tip.id, 'b'.repeat(40)]);
  },
});
