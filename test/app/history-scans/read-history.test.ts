import { expect, test } from 'vitest';
import { gitSources } from '#adapters/git/git-sources.ts';
import { MemoryBlobs } from '#adapters/memory/blobs.ts';
import { tarSourceArchive } from '#adapters/source-archive/source-archive.ts';
import { jsonLines, sliceFilesKey, sliceKey, readJson } from '#app/history-scans/history-objects.ts';
import { readHistory } from '#app/history-scans/read-history.ts';
import type { HistorySlice } from '#ports/history/histories.ts';
import type { LookedFiles, PlannedSlices } from '#ports/history/history-reader.ts';
import { SourceFailure } from '#ports/git-sources.ts';
import { commit, git, makeRepository } from '#test/support/git/test-repository.ts';
import { acmeSecret, acmeToken } from '#test/support/rules/custom-rules.ts';
import { inProcessDetector } from '#test/support/scans/in-process.ts';
import { incompressibleBytes } from '#test/support/git/test-repository.ts';

const { signal } = new AbortController();
const timed = { signal, soon: signal };
const key = `-----BEGIN RSA PRIVATE KEY-----\n${incompressibleBytes(900).toString('base64').replaceAll(/.{64}/g, '$&\n')}\n-----END RSA PRIVATE KEY-----\n`;

const failWith = (error: Error) => async (): Promise<never> => {
  throw error;
};

const worldOf = (repository: string) => {
  const blobs = new MemoryBlobs();
  const sourceArchive = tarSourceArchive;
  const histories = gitSources({ allowed: new Set(['file']), retryDelaysMs: [] });
  const fingerprintKeys = { keyOf: async () => 'the key of the organization' };
  const repositorySecrets = { decrypt: async () => expect.unreachable('there is no credential') };
  const ports = {
    histories,
    blobs,
    sourceArchive,
    fingerprintKeys,
    repositorySecrets,
    detector: inProcessDetector(sourceArchive),
  };
  const ref = { organizationId: 'o-1', repositoryId: 'r-1', historyScanId: 'h-1' };
  const asked = {
    ...ref,
    repository: { organizationId: 'o-1', repositoryId: 'r-1', url: `file://${repository}` },
  };
  return { ports, ref, asked, blobs };
};

test('a key that was added and removed is found, with its file and the commit that brought it', async () => {
  const repository = makeRepository({ 'a.txt': 'a' });
  const brought = commit(repository, { 'deploy/id_rsa': key });
  git(repository, ['rm', '-q', '-r', 'deploy']);
  commit(repository, { 'b.txt': 'b' });
  const { ports, ref, asked, blobs } = worldOf(repository);
  const planned = await readHistory({ ...asked, kind: 'plan' }, ports, timed);
  const plan = (planned as { answer: PlannedSlices }).answer;
  expect(plan).toMatchObject({
    commits: 3,
    slices: 1,
    head: git(repository, ['rev-parse', 'HEAD']),
    unread: [],
  });
  const slice = (await readJson<HistorySlice>(blobs, sliceKey(ref, 1)))!;
  await readHistory({ ...asked, kind: 'list', slice: 1, run: 0, ...slice }, ports, timed);
  const lines = await Array.fromAsync(jsonLines<string[]>((await blobs.open(sliceFilesKey(ref, 1)))!));
  expect(lines.at(-1)).toEqual({ unread: [] });
  const rows = lines.slice(0, -1);
  expect(rows.find(([, path]) => path === 'deploy/id_rsa')?.[2]).toBe(brought);
  const files = rows.map(([id = '', path = '']) => [id, path, 'gone'] as const);
  const looked = await readHistory({ ...asked, kind: 'look', files }, ports, timed);
  const { secrets, gaps } = (looked as { answer: LookedFiles }).answer;
  expect([secrets.length, gaps]).toEqual([1, []]);
  expect(secrets[0]).toMatchObject({ rule: 'private-key', file: 'deploy/id_rsa', line: 1 });
  expect(rows[secrets[0]!.index]?.[1]).toBe('deploy/id_rsa');
  expect(JSON.stringify(looked)).not.toContain(key.split('\n')[1]);
});

test('files that are too large together are scanned in smaller parts, and a single one that is too large is reported', async () => {
  const repository = makeRepository({ 'a.txt': 'a', 'b.txt': 'b', 'c.txt': key });
  const { ports, asked } = worldOf(repository);
  const ids = ['a.txt', 'b.txt', 'c.txt'].map(
    (path) => [git(repository, ['rev-parse', `HEAD:${path}`]), path, 'head'] as const,
  );
  const sizes: number[] = [];
  const histories: typeof ports.histories = {
    ...ports.histories,
    readBlobs: async (blobs, aborted) => {
      sizes.push(blobs.ids.length);
      if (blobs.ids.length > 1 || blobs.ids[0] === ids[1]?.[0])
        throw new SourceFailure('source_too_large', 'large');
      return ports.histories.readBlobs(blobs, aborted);
    },
  };
  const looked = await readHistory({ ...asked, kind: 'look', files: ids }, { ...ports, histories }, timed);
  const { secrets, gaps, files } = (looked as { answer: LookedFiles }).answer;
  const large = { reason: 'files that are too large', count: 1, examples: ['b.txt'] };
  expect([sizes, gaps, files]).toEqual([[3, 1, 2, 1, 1], [large], 3]);
  expect(secrets).toMatchObject([{ file: 'c.txt', index: 2 }]);
});

/** The files of a repository as rows of a part. */
const rowsOf = (repository: string, paths: readonly string[]) =>
  paths.map((path) => [git(repository, ['rev-parse', `HEAD:${path}`]), path, 'gone'] as const);

test('rules of the organization run beside those of the engine', async () => {
  const repository = makeRepository({ 'a.txt': `ACME = "${acmeSecret}"\n`, 'b.txt': key });
  const { ports, asked } = worldOf(repository);
  const files = rowsOf(repository, ['a.txt', 'b.txt']);
  const looked = await readHistory({ ...asked, kind: 'look', files, customRules: [acmeToken] }, ports, timed);
  const { secrets } = (looked as { answer: LookedFiles }).answer;
  expect(secrets.map(({ rule, file }) => [rule, file])).toEqual([
    ['custom/acme-token', 'a.txt'],
    ['private-key', 'b.txt'],
  ]);
  expect(JSON.stringify(looked)).not.toContain(acmeSecret);
});

test('a content is scanned under each of its names', async () => {
  const line = 'db.example.com:5432:shop:app:kx8Qv2mZr4Tn';
  const repository = makeRepository({ notes: line, 'home/.pgpass': line });
  const { ports, asked } = worldOf(repository);
  const files = rowsOf(repository, ['notes', 'home/.pgpass']);
  expect(files[0]?.[0]).toBe(files[1]?.[0]);
  const look = async (some: typeof files) => {
    const looked = await readHistory({ ...asked, kind: 'look', files: some }, ports, timed);
    return (looked as { answer: LookedFiles }).answer.secrets.map(({ file, index }) => [file, index]);
  };
  expect(await look(files.slice(0, 1))).toEqual([]);
  expect(await look(files)).toEqual([['home/.pgpass', 1]]);
});

test('a place is counted under the first name of a content only', async () => {
  const repository = makeRepository({ 'a.txt': key, 'test/a.txt': `${key}${key}` });
  const { ports, asked } = worldOf(repository);
  const [[id = '', path = ''] = []] = rowsOf(repository, ['a.txt']);
  const look = async (...files: (readonly [string, string, 'gone', (readonly string[])?])[]) => {
    const looked = await readHistory({ ...asked, kind: 'look', files }, ports, timed);
    return (looked as { answer: LookedFiles }).answer.secrets.map(({ count, sample }) => [count, sample]);
  };
  expect(await look([id, 'test/a.txt', 'gone'])).toEqual([[1, true]]);
  expect(await look([id, path, 'gone', ['test/a.txt']])).toEqual([[0, undefined]]);
  expect(await look([id, 'test/a.txt', 'gone'], [id, path, 'gone', ['test/a.txt']])).toEqual([
    [1, undefined],
  ]);
  // Content that only the later name reveals is counted there.
  const line = git(repository, ['rev-parse', 'HEAD:test/a.txt']);
  expect((await look([line, 'x.txt', 'gone', []]))[0]?.[0]).toBe(2);
});

test('when the time is over, the files that were scanned count, and the others do not', async () => {
  const large = (name: string) => `${key}${name}${'x'.repeat(7 * 1024 * 1024)}`;
  const names = Array.from({ length: 12 }, (_, index) => `${index}.txt`);
  const repository = makeRepository({});
  const { ports, asked } = worldOf(repository);
  const over = new AbortController();
  const histories: typeof ports.histories = {
    ...ports.histories,
    readBlobs: async ({ ids }) => {
      const files = async function* () {
        for (const id of ids) yield { id, content: Buffer.from(large(id)) };
      };
      return { files: files(), large: [], missing: [] };
    },
  };
  const detector: typeof ports.detector = {
    detect: async () => {
      over.abort();
      const found = { kind: 'secret', rule: 'private-key', severity: 'critical', line: 1 } as const;
      return { detections: [{ ...found, file: '3/3.txt', content: 'c' }], complete: true };
    },
  };
  const files = names.map((name) => [name, name, 'head'] as const);
  const timing = { signal, soon: over.signal };
  const looked = await readHistory(
    { ...asked, kind: 'look', files },
    { ...ports, histories, detector },
    timing,
  );
  expect(looked).toMatchObject({ answer: { files: 10, secrets: [{ index: 3 }], gaps: [] } });
  const later = await readHistory(
    { ...asked, kind: 'look', files },
    {
      ...ports,
      histories: {
        ...histories,
        readBlobs: async () => {
          throw new SourceFailure('repo_access', 'aborted');
        },
      },
    },
    timing,
  );
  expect(later).toEqual({ answer: { files: 0, secrets: [], gaps: [] } });
});

test('a refusal by a host returns the code of a scan, and a bug is thrown', async () => {
  const { ports, asked } = worldOf(makeRepository({ 'a.txt': 'a' }));
  const failing = (error: Error) => ({
    ...ports,
    histories: { ...ports.histories, planHistory: failWith(error) },
  });
  const ask = (error: Error) => readHistory({ ...asked, kind: 'plan' }, failing(error), timed);
  expect(await ask(new SourceFailure('pat_required', 'no'))).toEqual({
    failure: { errorCode: 'pat_required', error: 'no' },
  });
  expect(await ask(new SourceFailure('source_too_large', 'big'))).toMatchObject({
    failure: { errorCode: 'system_error' },
  });
  await expect(ask(new Error('a bug'))).rejects.toThrow('a bug');
});

test('a secret in many versions of a file is one finding of the first version, and gaps are reported for the head only', async () => {
  const repository = makeRepository({ 'a.txt': 'a' });
  const versions = ['one', 'two', 'three'].map((text) => ({ 'src/key.pem': `${text}\n${key}` }));
  for (const version of versions) commit(repository, version);
  const { ports, asked } = worldOf(repository);
  const idAt = (commits: number) => git(repository, ['rev-parse', `HEAD~${commits}:src/key.pem`]);
  const rows = [2, 1, 0].map(
    (commits) => [idAt(commits), 'src/key.pem', commits === 0 ? 'head' : 'gone'] as const,
  );
  const sizes: number[] = [];
  const detector: typeof ports.detector = {
    detect: async (...given) => {
      const detected = await ports.detector.detect(...given);
      sizes.push(detected.detections.length);
      return { ...detected, complete: detected.detections.length < 2 };
    },
  };
  const look = async (files: typeof rows, fileBytes?: number) => {
    const histories: typeof ports.histories = {
      ...ports.histories,
      readBlobs: (blobs, aborted) =>
        ports.histories.readBlobs({ ...blobs, fileBytes: fileBytes ?? blobs.fileBytes }, aborted),
    };
    const looked = await readHistory(
      { ...asked, kind: 'look', files },
      { ...ports, histories, detector },
      timed,
    );
    return (looked as { answer: LookedFiles }).answer;
  };
  expect(await look(rows)).toMatchObject({
    secrets: [{ index: 0, count: 3, place: 'head', line: 2 }],
    gaps: [],
  });
  expect(sizes).toEqual([3, 1, 2, 1, 1]);
  expect(await look(rows.slice(0, 2))).toMatchObject({ secrets: [{ index: 0, count: 2, place: 'gone' }] });
  expect(await look(rows.slice(0, 2), 10)).toEqual({
    files: 2,
    secrets: [],
    gaps: [{ reason: 'files that are too large', count: 2, examples: ['src/key.pem', 'src/key.pem'] }],
  });
  expect(await look(rows, 10)).toMatchObject({ isHeadUnread: true });
});

test('a file with more secrets than are listed is reported', async () => {
  const many = Array.from(
    { length: 150 },
    (_, index) => `token${index} = "glpat-${(index + 1e9).toString(36)}Q7wZ3kLm9XbT2"`,
  );
  const repository = makeRepository({ '.env': many.join('\n') });
  const { ports, asked } = worldOf(repository);
  const files = [[git(repository, ['rev-parse', 'HEAD:.env']), '.env', 'head']] as const;
  const looked = await readHistory({ ...asked, kind: 'look', files }, ports, timed);
  expect(looked).toMatchObject({
    answer: {
      gaps: [{ reason: 'files that could be looked at in part only', count: 1, examples: ['.env'] }],
      isHeadUnread: true,
    },
  });
});
