import { expect, test } from 'vitest';
import { connectedGitClient } from '#test/support/git/connected-git-client.ts';
import { serveGit, type GitServerOptions } from '../support/git/git-server.ts';
import { git, limits, makeRepository, readAll } from '../support/git/test-repository.ts';

const client = connectedGitClient({ allowed: new Set(['https', 'loopback', 'file']) });
const { signal } = new AbortController();

const hosts: [string, GitServerOptions][] = [
  ['version 2', {}],
  ['version 2 with filter', { config: { 'uploadpack.allowFilter': 'true' } }],
  ['version 0 with filter', { isOld: true, config: { 'uploadpack.allowFilter': 'true' } }],
];

const makeFiles = () =>
  makeRepository({
    '.scangateignore': 'root',
    'api/.scangateignore': 'api',
    'api/a.js': 'a',
    'api/b.js': 'b',
    'web/c.js': 'c',
  });

const wanted = {
  '.scangateignore': 'root',
  'api/.scangateignore': 'api',
  'api/b.js': 'b',
  'web/c.js': 'c',
};

test.each(hosts)('files are selected by name, by path and by content (%s)', async (_, options) => {
  const repository = makeFiles();
  const { url } = await serveGit(repository, options);
  const commitHash = git(repository, ['rev-parse', 'HEAD']);
  const selection = {
    names: ['.scangateignore'],
    paths: ['api/b.js', 'absent.js'],
    ids: [git(repository, ['rev-parse', 'HEAD:web/c.js'])],
  };
  const fetched = client.fetchCommit({ location: { url }, commitHash, limits, selection }, signal);
  expect((await readAll(fetched)).files).toEqual(wanted);
});

test.each(hosts)(
  'files that differ from given ones are selected, and equal ones named (%s)',
  async (_, options) => {
    const repository = makeFiles();
    const { url } = await serveGit(repository, options);
    const commitHash = git(repository, ['rev-parse', 'HEAD']);
    const idOf = (path: string) => git(repository, ['rev-parse', `HEAD:${path}`]);
    const selection = {
      names: [],
      paths: ['api/a.js'],
      ids: [],
      differing: [
        ['.scangateignore', idOf('.scangateignore')],
        ['api/a.js', idOf('api/a.js')],
        ['api/b.js', idOf('web/c.js')],
        ['web/d.js', idOf('web/c.js')],
        ['api/.scangateignore', idOf('api/.scangateignore')],
      ] as const,
    };
    const fetched = await client.fetchCommit({ location: { url }, commitHash, limits, selection }, signal);
    expect((await readAll(fetched)).files).toEqual({ 'api/a.js': 'a', 'api/b.js': 'b', 'web/c.js': 'c' });
    expect(fetched.same?.toSorted()).toEqual(['.scangateignore', 'api/.scangateignore', 'api/a.js']);
  },
);

test('a host that filters is sent requests for the selected files only', async () => {
  const repository = makeRepository({ '.scangateignore': 'x', 'large.bin': Buffer.alloc(500_000, 'x') });
  const sent: number[] = [];
  const { url } = await serveGit(repository, {
    config: { 'uploadpack.allowFilter': 'true' },
    intercept: (_, response) => {
      const write = response.write.bind(response);
      response.write = ((chunk: Buffer) => {
        sent.push(chunk.length);
        return write(chunk);
      }) as typeof response.write;
      return false;
    },
  });
  git(repository, ['config', 'core.compression', '0']);
  const commitHash = git(repository, ['rev-parse', 'HEAD']);
  const selection = { names: ['.scangateignore'], paths: [], ids: [] };
  const fetched = client.fetchCommit({ location: { url }, commitHash, limits, selection }, signal);
  expect((await readAll(fetched)).files).toEqual({ '.scangateignore': 'x' });
  expect(sent.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(5_000);
});

test('files of a repository on this disk are selected', async () => {
  const repository = makeFiles();
  const commitHash = git(repository, ['rev-parse', 'HEAD']);
  const selection = { names: [], paths: ['api/a.js'], ids: [] };
  const fetched = client.fetchCommit(
    { location: { url: repository }, commitHash, limits, selection },
    signal,
  );
  expect((await readAll(fetched)).files).toEqual({ 'api/a.js': 'a' });
});
