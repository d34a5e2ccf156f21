import { expect, test } from 'vitest';
import { readReviewedSide, type ReviewedSideRequest } from '#app/scans/workflow/read-reviewed-side.ts';
import { SourceFailure } from '#ports/git-sources.ts';
import { commitHash, idOf, workflowWorld } from '#test/support/scans/workflow.ts';

const tip = 'd'.repeat(40);
const base = 'b'.repeat(40);
const { signal } = new AbortController();

/** The reviewed side of a commit with these files, where the default branch has those. */
const readWith = async (
  head: Record<string, string>,
  reviewed: Record<string, string>,
  given: Partial<ReviewedSideRequest> = {},
) => {
  const { sources } = workflowWorld();
  sources.history.clear();
  sources.tips.set('main', tip);
  sources.commits.set(commitHash, head).set(tip, reviewed);
  const request: ReviewedSideRequest = {
    location: { url: 'https://git.example.com/a/b' },
    commitHash,
    branches: ['main'],
    ids: new Map(Object.entries(head).map(([path, text]) => [path, idOf(text)])),
    commented: Object.keys(head).filter((path) => head[path]?.includes('scangate:allow')),
    lineKey: 'key',
    ...given,
  };
  return { sources, read: () => readReviewedSide(request, sources, signal) };
};
const allowed = (reason: string) => `// scangate:allow js-eval ${reason}\neval(x);\n`;

test('the ignore files of the tip count, those of the commit do not', async () => {
  const head = { '.scangateignore': '**', 'web/.scangateignore': 'secrets:*' };
  const { read } = await readWith(head, { '.scangateignore': 'sast:js-eval', 'a.js': '' });
  expect(await read()).toEqual({
    branch: 'main',
    tip,
    headIsReviewed: false,
    ignoreFiles: [{ path: '.scangateignore', text: 'sast:js-eval' }],
    comments: [],
    unchanged: [],
  });
});

test('a file with comments that the tip also has, even under another name, is unchanged', async () => {
  const { read } = await readWith(
    { 'same.js': allowed('a'), 'renamed.js': allowed('b'), 'new.js': allowed('c') },
    { 'same.js': allowed('a'), 'old.js': allowed('b') },
  );
  expect(await read()).toMatchObject({ comments: [], unchanged: ['same.js', 'renamed.js'] });
});

test('the comments of a file that differs at the tip are identified by the digests of their lines', async () => {
  const { read } = await readWith({ 'a.js': `${allowed('a')}more();\n` }, { 'a.js': allowed('a') });
  const side = await read();
  expect(side?.unchanged).toEqual([]);
  expect(side?.comments).toEqual([
    { rule: 'js-eval', file: 'a.js', lineDigest: expect.stringMatching(/^[0-9a-f]{32}$/) },
    { rule: 'js-eval', file: 'a.js', lineDigest: expect.stringMatching(/^[0-9a-f]{32}$/) },
  ]);
});

test('a commit on the reviewed branch is its own reviewed side, and nothing of the tip is fetched', async () => {
  const { sources, read } = await readWith({}, {});
  sources.history.add(commitHash);
  sources.commits.delete(tip);
  expect(await read()).toMatchObject({ headIsReviewed: true, ignoreFiles: [], unchanged: [] });
});

test('the branch that has the commit is its reviewed side, then the one that has the base', async () => {
  const { sources, read } = await readWith({}, {}, { branches: ['main', 'release'], base });
  sources.tips.set('release', base);
  sources.commits.set(base, { '.scangateignore': 'release' });
  expect(await read()).toMatchObject({ branch: 'release', tip: base, base: 'reviewed' });
});

test('an unreviewed base is distinguished from one that the host does not have', async () => {
  const { sources, read } = await readWith({}, {}, { base });
  expect(await read()).toMatchObject({ base: 'absent' });
  sources.commits.set(base, {});
  expect(await read()).toMatchObject({ base: 'not_reviewed' });
});

test('without any reviewed branch there is no reviewed side', async () => {
  const { sources, read } = await readWith({}, {});
  sources.tips.clear();
  expect(await read()).toBeUndefined();
});

test('a tip whose files cannot be read suppresses nothing', async () => {
  const { sources, read } = await readWith({ 'a.js': allowed('a') }, {});
  sources.commits.delete(tip);
  expect(await read()).toMatchObject({ tip, ignoreFiles: [], comments: [], unchanged: [] });
});

test('a host that fails is an error, and not an empty reviewed side', async () => {
  const { sources, read } = await readWith({}, {});
  sources.resolveBranch = async () => {
    throw new SourceFailure('repo_access', 'No.');
  };
  await expect(read()).rejects.toThrow('No.');
});

test('an unusually large ignore file is left out', async () => {
  const { read } = await readWith({}, { '.scangateignore': 'x'.repeat(70_000), 'a/.scangateignore': 'y' });
  expect((await read())?.ignoreFiles).toEqual([{ path: 'a/.scangateignore', text: 'y' }]);
});
