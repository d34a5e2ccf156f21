import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sourceLimits } from '@scangate/engines/model/source-files';
import { answerByGit, type GitHost } from '#test/support/git/git-backend.ts';
import type { Figure } from '../figures.ts';
import { makeRepository, type MadeCommit } from './made-repository.ts';

const section = 'Large repositories';
const megabyte = 1024 * 1024;
/** A refusal takes no more memory than this, however large the repository is. */
const mostMemoryMb = 256;

const filtering = { 'uploadpack.allowFilter': 'true' };
/** Git of some versions tells sizes unless its advertisement is altered. */
const tellsSizes = '0010object-info\n';

interface Host extends GitHost {
  name: string;
  tellsSizes?: boolean;
  /** The bytes that may be received until the refusal. */
  mostMb: number;
}

interface Case {
  name: string;
  commit: MadeCommit;
  hosts: readonly Host[];
}

/** The buffers of two sockets hold less than this, which was sent and not read when the client hung up. */
const inBuffersMb = 16;

const manyFiles: Case = {
  name: '2,000,000 files',
  commit: { files: 2_000_000, fileBytes: 24 },
  hosts: [
    // Directories that are not compressed name 200,000 files in 8 MB, and are looked at every 4 MB.
    { name: 'a host that filters', config: filtering, mostMb: 16 + inBuffersMb },
    { name: 'any other host', mostMb: 1 },
  ],
};

const manyBytes: Case = {
  name: '5 GB in 5,120 files',
  commit: { files: 5_120, fileBytes: megabyte },
  hosts: [
    { name: 'a host that tells sizes', config: filtering, tellsSizes: true, mostMb: 1 },
    { name: 'a host that filters', config: filtering, mostMb: 144 + inBuffersMb },
    { name: 'any other host', mostMb: 1_040 + inBuffersMb },
  ],
};

/** The beginning of a pack in the side-band of an answer. */
const packBegins = Buffer.from('\u0001PACK');

/** Serves a repository, counts the bytes that are sent, and tells when the first pack begins. */
const serve = async (root: string, host: Host) => {
  const sent = { bytes: 0 };
  const firstPack = Promise.withResolvers<number>();
  const server = createServer((request, response) => {
    const write = response.write.bind(response);
    // Git writes the number of the band and its content one after the other.
    let last = Buffer.alloc(0);
    response.write = ((chunk: Buffer) => {
      const isAltered = request.method === 'GET' && !host.tellsSizes;
      const bytes = isAltered ? Buffer.from(String(chunk).replace(tellsSizes, '')) : chunk;
      sent.bytes += bytes.length;
      const latest = Buffer.concat([last, bytes]);
      if (latest.includes(packBegins)) firstPack.resolve(performance.now());
      last = latest.subarray(-packBegins.length);
      return write(bytes);
    }) as typeof response.write;
    answerByGit(root, host, { request, response });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${port}/repo`, sent, close, firstPack: firstPack.promise };
};

/** The files that a scan reads, which is all that a host has to send of a commit. */
const whatScansRead = `--filter=blob:limit=${sourceLimits.fileBytes + 1}`;

/**
 * @returns the seconds that a fetch by git itself of the files that a scan reads takes until the host sends the first byte
 * of a pack.
 */
const firstAnswerTo = async (root: string, commitHash: string, host: Host): Promise<number> => {
  const { url, close, firstPack } = await serve(root, host);
  const into = mkdtempSync(join(tmpdir(), 'scangate-large-'));
  execFileSync('git', ['init', '-q', '--bare', into]);
  const filter = host.config ? [whatScansRead] : [];
  const startedAt = performance.now();
  const child = spawn('git', ['-C', into, 'fetch', '-q', '--depth=1', ...filter, url, commitHash], {
    stdio: 'ignore',
  });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`git ended with ${String(code)} before a pack began`);
  });
  try {
    return ((await Promise.race([firstPack, ended])) - startedAt) / 1000;
  } finally {
    ended.catch(() => undefined);
    child.kill();
    close();
    // What git started writes for a moment after git was told to end.
    rmSync(into, { recursive: true, force: true, maxRetries: 10 });
  }
};

interface Refused {
  refusal: string;
  seconds: number;
  megabytes: number;
}

/** Fetches a commit in a process of its own. */
const fetchAlone = async (order: { url: string; commitHash: string }): Promise<Refused> => {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'fetch-child.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(JSON.stringify(order));
  const told = Buffer.concat(await Array.fromAsync(child.stdout as AsyncIterable<Buffer>));
  return JSON.parse(told.toString()) as Refused;
};

const roundToTenths = (value: number): number => Math.round(value * 10) / 10;

const figuresOf = async (root: string, commitHash: string, { name, hosts }: Case): Promise<Figure[]> => {
  const figures: Figure[] = [];
  for (const host of hosts) {
    const { url, sent, close } = await serve(root, host);
    const { refusal, seconds, megabytes } = await fetchAlone({ url, commitHash });
    close();
    if (!/limit|more than/.test(refusal)) throw new Error(`${name}, ${host.name}: ${refusal}`);
    const what = `${name}, ${host.name}`;
    const firstAnswer = await firstAnswerTo(root, commitHash, host);
    const received = roundToTenths(sent.bytes / megabyte);
    figures.push(
      { section, what, unit: 'MB sent until the refusal', value: received, limit: host.mostMb },
      { section, what, unit: 's until the refusal', value: roundToTenths(seconds) },
      { section, what, unit: 's to the first byte for git', value: roundToTenths(firstAnswer) },
      {
        section,
        what,
        unit: "s after git's first byte",
        value: roundToTenths(Math.max(0, seconds - firstAnswer)),
      },
      { section, what, unit: 'MB of memory', value: Math.round(megabytes), limit: mostMemoryMb },
    );
  }
  return figures;
};

/** Measures how soon a commit is refused that is too large, by stock git in the ways that hosts answer. */
const measure = async (each: Case): Promise<Figure[]> => {
  const root = mkdtempSync(join(tmpdir(), 'scangate-large-'));
  try {
    return await figuresOf(root, await makeRepository(root, each.commit), each);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
};

export const measureManyFiles = (): Promise<Figure[]> => measure(manyFiles);
export const measureManyBytes = (): Promise<Figure[]> => measure(manyBytes);
