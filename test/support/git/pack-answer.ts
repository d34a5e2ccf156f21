import { execFileSync } from 'node:child_process';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { packetLine } from '@scangate/git/remote/packet-line';
import { git } from './test-repository.ts';
import type { Intercept } from './git-server.ts';

/** Returns the ids of a commit, its directories and its files by path. */
export const objectsOf = (repository: string): { structure: string[]; files: Map<string, string> } => {
  const lines = git(repository, ['ls-tree', '-r', '-t', 'HEAD']).split('\n').filter(Boolean);
  const entries = lines.map((line) => {
    const [, type = '', id = '', path = ''] = /^\d+ (\w+) (\w+)\t(.*)$/.exec(line) ?? [];
    return { type, id, path };
  });
  const trees = entries.filter(({ type }) => type === 'tree').map(({ id }) => id);
  const roots = git(repository, ['rev-parse', 'HEAD', 'HEAD^{tree}']).split('\n');
  return {
    structure: [...roots, ...trees],
    files: new Map(entries.filter(({ type }) => type === 'blob').map(({ id, path }) => [path, id])),
  };
};

/** Makes a pack of these objects. */
export const packOfObjects = (repository: string, ids: readonly string[]): Buffer =>
  execFileSync('git', ['-C', repository, 'pack-objects', '--stdout', '--quiet'], {
    input: ids.map((id) => `${id}\n`).join(''),
    maxBuffer: 1 << 28,
  });

/** Splits a pack into packets of at most this size. */
export const packetsOfPack = (pack: Buffer, packetBytes: number): Buffer => {
  const parts: Buffer[] = [Buffer.from(packetLine('packfile'))];
  for (let at = 0; at < pack.length; at += packetBytes) {
    const content = pack.subarray(at, at + packetBytes);
    const length = (content.length + 5).toString(16).padStart(4, '0');
    parts.push(Buffer.from(`${length}\u0001`), content);
  }
  return Buffer.concat([...parts, Buffer.from('0000')]);
};

const readAll = async (request: IncomingMessage): Promise<string> =>
  Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>)).toString('latin1');

export const packType = { 'content-type': 'application/x-git-upload-pack-result' };

/** Answers each fetch with what `packetsFor` makes of the ids that it wants; git answers everything else. */
export const answerFetch =
  (packetsFor: (wants: string[], response: ServerResponse) => Buffer | string | undefined): Intercept =>
  (request, response) => {
    if (request.method !== 'POST') return false;
    const answerWants = async (): Promise<void> => {
      const body = await readAll(request);
      const wants = [...body.matchAll(/want ([0-9a-f]{40,64})/g)].map(([, id = '']) => id);
      const packets = packetsFor(wants, response);
      if (packets !== undefined) response.writeHead(200, packType).end(packets);
    };
    void answerWants();
    return true;
  };
