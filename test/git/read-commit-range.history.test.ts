import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { LocalObjectStore } from '@scangate/git/local/local-object-store';
import { openLocalRepository } from '@scangate/git/local/local-repository';
import type { ObjectStore } from '@scangate/git/object-format';
import { objectId, sha1 } from '@scangate/git/object-format';
import { walkRange, type RangeQuestion } from '@scangate/git/read-commit-range';
import { makeBomb } from '../support/git/tree-bomb.ts';
import { commit, git, limits, makeRepository } from '../support/git/test-repository.ts';

const { signal } = new AbortController();
const workBytes = 1 << 30;

/** Counts the objects that a walk reads, by their kinds. */
const counting = (store: ObjectStore) => {
  const reads = { blob: 0, tree: 0, commit: 0, tag: 0 };
  const read: ObjectStore['read'] = (id, maxBytes) => {
    const object = store.read(id, maxBytes);
    if (object && object !== 'too_large') reads[object.type] += 1;
    return object;
  };
  return { reads, store: { format: store.format, read, close: () => store.close() } };
};

interface Walked {
  /** The commits that brought each blob to a path. */
  brought: Map<string, string>;
  texts: string[];
  commits: string[];
  unread: string[];
  reads: Record<'blob' | 'tree' | 'commit', number>;
}

const walk = async (
  repository: string,
  range: { head: string; known: string[]; most?: Partial<RangeQuestion['limits']> },
): Promise<Walked> => {
  const opened = counting(new LocalObjectStore(openLocalRepository(`file://${repository}`), workBytes));
  const { head, known, most } = range;
  const bounds = { ...limits, commits: 10_000, ...most };
  const question = { head, known, limits: bounds, workBytes, format: sha1, isWhole: true };
  const { files, commits, unread } = walkRange(opened.store, question, signal);
  const brought = new Map<string, string>();
  const texts: string[] = [];
  for await (const { path, content } of files) {
    const id = objectId(sha1, { type: 'blob', content: Buffer.from(content) });
    brought.set(`${id} ${path.slice(41)}`, path.slice(0, 40));
    texts.push(Buffer.from(content).toString());
  }
  return { brought, texts, commits, unread, reads: opened.reads };
};

interface Drawn {
  /** The distances to the parents. */
  parents: number[];
  /** The versions of files: each path has a line of a few. */
  files: Record<string, number[]>;
}

const paths = ['a.txt', 'dir/b.txt', 'dir/deep/c.txt', 'd.txt'];
const commits: fc.Arbitrary<Drawn[]> = fc.array(
  fc.record({
    parents: fc.uniqueArray(fc.nat({ max: 4 }), { minLength: 1, maxLength: 4 }),
    files: fc.dictionary(
      fc.constantFrom(...paths),
      fc.array(fc.nat({ max: 5 }), { minLength: 1, maxLength: 3 }),
    ),
  }),
  { minLength: 3, maxLength: 10 },
);

const textOf = (lines: readonly number[]): string => lines.map((line) => `token-${line}\n`).join('');

/** Writes all histories into one repository by one process. @returns the commits of each. */
const writeHistories = (histories: readonly Drawn[][]): { repository: string; hashes: string[][] } => {
  const repository = makeRepository();
  const marks = join(repository, 'marks');
  let mark = 0;
  const stream = histories.flatMap((history) => {
    const first = mark;
    return history.map(({ parents, files }, index) => {
      mark += 1;
      const of = [...new Set(parents.map((behind) => index - 1 - behind))].filter((at) => at >= 0);
      const lines = of.map((at, place) => `${place === 0 ? 'from' : 'merge'} :${first + at + 1}\n`).join('');
      const changes = Object.entries(files).map(([path, content]) => {
        const text = textOf(content);
        return `M 100644 inline ${path}\ndata ${text.length}\n${text}\n`;
      });
      const header = `commit refs/heads/c${mark}\nmark :${mark}\ncommitter T <t@example.com> ${mark} +0000\ndata 0\n`;
      return `${header}${lines}deleteall\n${changes.join('')}\n`;
    });
  });
  execFileSync('git', ['-C', repository, 'fast-import', '--quiet', `--export-marks=${marks}`], {
    input: stream.join(''),
  });
  const byMark = new Map(
    git(repository, ['for-each-ref', '--format=%(refname:short) %(objectname)', 'refs/heads'])
      .split('\n')
      .map((line) => line.split(' ') as [string, string]),
  );
  let at = 0;
  const hashes = histories.map((history) => history.map(() => byMark.get(`c${(at += 1)}`) ?? ''));
  return { repository, hashes };
};

interface Logged {
  /** The differences of each commit from a parent, as the ids and paths of the blobs that the commit has instead. */
  blobs: Map<string, Set<string>[]>;
  /** The lines that were added. */
  added: Set<string>;
}

/** Reads what git says that the commits of a range changed. */
const logOf = (repository: string, range: string[]): Logged => {
  const text = git(repository, [
    'log',
    '-p',
    '-m',
    '--full-index',
    '--no-renames',
    '--format=commit %H',
    ...range,
  ]);
  const logged: Logged = { blobs: new Map(), added: new Set() };
  let current: Set<string> | undefined;
  let path = '';
  for (const line of text.split('\n')) {
    const hash = /^commit ([0-9a-f]{40})/.exec(line)?.[1];
    if (hash !== undefined)
      logged.blobs.set(hash, [...(logged.blobs.get(hash) ?? []), (current = new Set())]);
    path = /^diff --git a\/\S+ b\/(\S+)$/.exec(line)?.[1] ?? path;
    const blob = /^index [0-9a-f]{40}\.\.([0-9a-f]{40})/.exec(line)?.[1];
    if (blob !== undefined && !/^0+$/.test(blob)) current?.add(`${blob} ${path}`);
    if (line.startsWith('+token-')) logged.added.add(line.slice(1));
  }
  return logged;
};

/** Returns the ids of the blobs of commits, each with its path. */
const blobsOf = (repository: string, hashes: readonly string[]): string[] =>
  hashes
    .flatMap((hash) => git(repository, ['ls-tree', '-r', hash]).match(/[0-9a-f]{40}\t.*/g) ?? [])
    .map((line) => line.replace('\t', ' '));

test('random histories: content that git reports as added and removed is read once at each path, with its commit', async () => {
  const histories = fc.sample(commits, { numRuns: 10, seed: 20_260 });
  const { repository, hashes } = writeHistories(histories);
  let [octopuses, read, lines] = [0, 0, 0];
  for (const history of hashes) {
    const head = history.at(-1) ?? '';
    const base = history[Math.floor(history.length / 3)] ?? '';
    const parents = git(repository, ['rev-list', '--parents', `${base}..${head}`])
      .split('\n')
      .filter(Boolean);
    const range = new Map(parents.map((line) => line.split(' ')).map(([id = '', ...of]) => [id, of]));
    octopuses += [...range.values()].filter((of) => of.length > 2).length;
    const boundary = [...range.values()].flat().filter((id) => !range.has(id));
    const before = new Set(
      blobsOf(repository, [...new Set([base, ...boundary])]).map((each) => each.slice(0, 40)),
    );
    const after = new Set(blobsOf(repository, [head]));
    const { blobs, added } = logOf(repository, [`${base}..${head}`]);
    const walked = await walk(repository, { head, known: [base] });

    const all = new Set([...blobs.values()].flat().flatMap((each) => [...each]));
    const gone = [...all].filter((each) => !before.has(each.slice(0, 40)) && !after.has(each));
    expect(new Set(walked.brought.keys())).toEqual(new Set(gone));
    expect(walked.reads.blob).toBe(walked.texts.length);
    expect(new Set(walked.commits)).toEqual(new Set(range.keys()));
    for (const [id, by] of walked.brought)
      expect(
        blobs.get(by)?.every((difference) => difference.has(id)),
        `${by} brought ${id}`,
      ).toBe(true);

    const sides = [...new Set([head, base, ...boundary])];
    const kept = git(repository, ['grep', '-h', 'token', ...sides]);
    const removed = [...added].filter((line) => !kept.includes(line));
    for (const line of removed) expect(walked.texts.join('')).toContain(line);
    read += walked.brought.size;
    lines += removed.length;
  }
  expect([octopuses, read, lines].every((count) => count > 0)).toBe(true);
});

test('directories that occur in very many places end the walk, which is reported', async () => {
  const { before, after, read } = makeBomb();
  const store = { format: sha1, read, close: () => undefined };
  const bounds = { ...limits, commits: 10, files: 1e9, totalBytes: 1e9 };
  const question = { head: after, known: [before], limits: bounds, workBytes, format: sha1 };
  const { files, unread } = walkRange(store, question, signal);
  let places = 0;
  for await (const _ of files) places += 1;
  expect(places).toBeLessThan(100_000);
  expect(unread).toEqual(['some of very many directories']);
});

test('a file belongs to the commit that introduced it, however long it stayed', async () => {
  const repository = makeRepository({ 'a.txt': 'a' });
  const base = git(repository, ['rev-parse', 'HEAD']);
  const first = commit(repository, { 'key.txt': 'the key' });
  commit(repository, { 'b.txt': 'b' });
  git(repository, ['rm', '-q', 'key.txt']);
  const head = commit(repository, {});
  const { brought } = await walk(repository, { head, known: [base] });
  expect([...brought.values()]).toEqual([first]);
});

test('the work is proportional to what was added, however large the tree and the history before are', async () => {
  const reads = async (files: number, before: number) => {
    const tree = Object.fromEntries(
      Array.from({ length: files }, (_, at) => [`kept/${at}.txt`, [at, files]]),
    );
    const old = Array.from({ length: before }, (): Drawn => ({ parents: [0], files: tree }));
    const added = [[7], [8]].map((key): Drawn => ({ parents: [0], files: { ...tree, 'key.txt': key } }));
    const { repository, hashes } = writeHistories([[...old, ...added, { parents: [0], files: tree }]]);
    const [history = []] = hashes;
    return (await walk(repository, { head: history.at(-1) ?? '', known: [history[before - 1] ?? ''] })).reads;
  };
  const [small, large] = [await reads(3, 1), await reads(300, 20)];
  expect(small.blob).toBe(2);
  expect({ blob: large.blob, tree: large.tree }).toEqual({ blob: small.blob, tree: small.tree });
});
