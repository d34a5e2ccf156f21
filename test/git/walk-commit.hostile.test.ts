import { expect, test } from 'vitest';
import { objectId, sha1, type GitObject, type ObjectStore } from '@scangate/git/object-format';
import { walkCommit } from '@scangate/git/walk-commit';
import { failureOf, limits, readAll } from '../support/git/test-repository.ts';

const { signal } = new AbortController();

/** Keeps objects in memory, so that a test can use objects that git refuses to create. */
class Memory implements ObjectStore {
  readonly format = sha1;
  closed = 0;
  readonly #objects = new Map<string, GitObject>();

  add(type: GitObject['type'], content: Buffer | string): string {
    const object = { type, content: Buffer.from(content) };
    const id = objectId(sha1, object);
    this.#objects.set(id, object);
    return id;
  }

  tree(entries: [mode: string, name: string | Buffer, id: string][]): string {
    const parts = entries.flatMap(([mode, name, id]) => [
      Buffer.from(`${mode} `),
      Buffer.from(name),
      Buffer.from([0]),
      Buffer.from(id, 'hex'),
    ]);
    return this.add('tree', Buffer.concat(parts));
  }

  commit(tree: string): string {
    return this.add('commit', `tree ${tree}\nauthor a <a@example.com> 0 +0000\n\nx`);
  }

  read(id: string, maxBytes: number): GitObject | 'too_large' | undefined {
    const object = this.#objects.get(id);
    return object && object.content.length > maxBytes ? 'too_large' : object;
  }

  close(): void {
    this.closed += 1;
  }
}

const names: [string, string | Buffer][] = [
  ['the directory itself', '.'],
  ['the directory above', '..'],
  ['a path', 'a/../../b'],
  ['an absolute path', '/etc/passwd'],
  ['a path of another system', '..\\b'],
  ['a repository', '.git'],
  ['a repository in disguise', '.GiT'],
  ['nothing', ''],
  ['a control character', 'a\u001bb'],
  ['a line break', 'a\nb'],
  ['a text that is not UTF-8', Buffer.from([0x61, 0xff])],
];

test.each(names)('a name that is %s is skipped, as file and as directory', async (_, name) => {
  const store = new Memory();
  const file = store.add('blob', 'x');
  const inner = store.tree([['100644', 'inner', file]]);
  const root = store.tree([
    ['100644', name, file],
    ['40000', name, inner],
    ['100755', 'fine', file],
  ]);
  const { files, skipped } = await readAll(walkCommit(store, store.commit(root), { limits, signal }));
  expect(files).toEqual({ fine: 'x' });
  expect(skipped.map(({ reason }) => reason)).toEqual(['path_unsafe', 'path_unsafe']);
});

test('the first of two entries with one name wins', async () => {
  const store = new Memory();
  const [one, two] = [store.add('blob', '1'), store.add('blob', '2')];
  const root = store.tree([
    ['100644', 'a', one],
    ['100644', 'a', two],
    ['40000', 'a', store.tree([['100644', 'b', two]])],
  ]);
  const { files, skipped } = await readAll(walkCommit(store, store.commit(root), { limits, signal }));
  expect(files).toEqual({ a: '1' });
  expect(skipped).toHaveLength(2);
});

test('names that only look special are accepted', async () => {
  const store = new Memory();
  const file = store.add('blob', 'x');
  const odd = ['-rf', '.gitignore', '...', '__proto__', 'a b', 'constructor', 'ünïcode', '日本'];
  const root = store.tree(odd.map((name) => ['100644', name, file]));
  const entries: string[] = [];
  for await (const { path } of walkCommit(store, store.commit(root), { limits, signal }).files)
    entries.push(path);
  expect(entries).toEqual(odd);
});

test('an exponentially growing tree is stopped, with or without files', async () => {
  for (const leaf of ['file', 'nothing']) {
    const store = new Memory();
    const file = store.add('blob', 'x');
    let tree = store.tree(leaf === 'file' ? [['100644', 'f', file]] : []);
    for (let level = 0; level < 30; level += 1)
      tree = store.tree(Array.from({ length: 10 }, (_, index) => ['40000', `d${index}`, tree]));
    const fetched = walkCommit(store, store.commit(tree), { limits, signal });
    expect(await failureOf(readAll(fetched))).toMatchObject({ reason: 'too_large' });
    expect(store.closed).toBe(1);
  }
});

test('huge nested directories are stopped before they fill the memory', async () => {
  const store = new Memory();
  const file = store.add('blob', 'x');
  const filler = Buffer.from(`100644 f\0${'x'.repeat(20)}`, 'latin1');
  const many = Buffer.alloc(filler.length * 500_000, filler);
  let id = file;
  for (let level = 0; level < 6; level += 1) {
    const head = Buffer.concat([Buffer.from('40000 d\0'), Buffer.from(id, 'hex')]);
    id = store.add('tree', Buffer.concat([head, many]));
  }
  const fetched = walkCommit(store, store.commit(id), { limits, signal });
  expect(await failureOf(readAll(fetched))).toMatchObject({
    reason: 'too_large',
    message: expect.stringContaining('nested'),
  });
});

test('paths beyond the limit are skipped, however deep they are', async () => {
  const store = new Memory();
  const file = store.add('blob', 'x');
  let tree = store.tree([['100644', 'f', file]]);
  for (let level = 0; level < 5000; level += 1) tree = store.tree([['40000', 'd', tree]]);
  const root = store.tree([
    ['40000', 'deep', tree],
    ['100644', 'n'.repeat(512), file],
    ['100644', 'n'.repeat(513), file],
  ]);
  const { files, skipped } = await readAll(walkCommit(store, store.commit(root), { limits, signal }));
  expect(Object.keys(files)).toEqual(['n'.repeat(512)]);
  expect(skipped.map(({ path, reason }) => [path.length, reason])).toEqual([
    [512, 'path_unsafe'],
    [512, 'path_unsafe'],
  ]);
});

test('files are accepted exactly up to the limits of count and size', async () => {
  const store = new Memory();
  const file = store.add('blob', '12345');
  const commit = store.commit(store.tree(['a', 'b', 'c', 'd'].map((name) => ['100644', name, file])));
  const taken = async (changed: Partial<typeof limits>): Promise<number> => {
    const { files } = await readAll(walkCommit(store, commit, { limits: { ...limits, ...changed }, signal }));
    return Object.keys(files).length;
  };
  expect(await taken({ files: 4, totalBytes: 20, fileBytes: 5 })).toBe(4);
  expect(await taken({ fileBytes: 4 })).toBe(0);
  expect(await failureOf(taken({ files: 3 }))).toMatchObject({ reason: 'too_large' });
  expect(await failureOf(taken({ totalBytes: 19 }))).toMatchObject({ reason: 'too_large' });
});

test('links count as files, so that they are limited', async () => {
  const store = new Memory();
  const target = store.add('blob', '/etc/passwd');
  const root = store.tree(['a', 'b', 'c'].map((name) => ['120000', name, target]));
  const fetched = walkCommit(store, store.commit(root), { limits: { ...limits, files: 2 }, signal });
  expect(await failureOf(readAll(fetched))).toMatchObject({ reason: 'too_large' });
});

test('a link that is no path, and links that are too much together, are told as too large', async () => {
  const linksOf = async (texts: string[]) => {
    const store = new Memory();
    const entries = texts.map((text, at): [string, string, string] => [
      '120000',
      `l${String(at).padStart(4, '0')}`,
      store.add('blob', text),
    ]);
    const { skipped } = await readAll(
      walkCommit(store, store.commit(store.tree(entries)), { limits, signal }),
    );
    return skipped.map(({ reason, target }) => [reason, target?.length]);
  };
  expect(await linksOf(['a'.repeat(4096), 'a'.repeat(4097)])).toEqual([
    ['link', 4096],
    ['too_large', undefined],
  ]);
  const many = await linksOf(Array.from({ length: 513 }, (_, at) => String(at).padEnd(4096)));
  expect(many.filter(([reason]) => reason === 'link')).toHaveLength(512);
  expect(many.at(-1)).toEqual(['too_large', undefined]);
});

const damages: [string, (store: Memory) => string][] = [
  ['a commit without a tree', (store) => store.add('commit', 'author a')],
  ['a truncated tree', (store) => store.commit(store.add('tree', '100644 a\0xx'))],
  ['a tree of noise', (store) => store.commit(store.add('tree', 'noise'.repeat(100)))],
  ['an entry of unknown kind', (store) => store.commit(store.tree([['777', 'a', '00'.repeat(20)]]))],
  ['a missing file', (store) => store.commit(store.tree([['100644', 'a', '00'.repeat(20)]]))],
  ['a missing link', (store) => store.commit(store.tree([['120000', 'a', '00'.repeat(20)]]))],
  ['a missing directory', (store) => store.commit(store.tree([['40000', 'a', '00'.repeat(20)]]))],
  [
    'a file in place of a directory',
    (store) => store.commit(store.tree([['40000', 'a', store.add('blob', '')]])),
  ],
  ['a directory in place of a file', (store) => store.commit(store.tree([['100644', 'a', store.tree([])]]))],
];

test.each(damages)('%s is damaged, and everything is closed', async (_, make) => {
  const store = new Memory();
  const commit = make(store);
  const walking = async () => readAll(walkCommit(store, commit, { limits, signal }));
  expect(await failureOf(walking())).toMatchObject({ reason: 'invalid_repository' });
  expect(store.closed).toBe(1);
});

test('leaving the loop or aborting closes the store', async () => {
  const store = new Memory();
  const file = store.add('blob', 'x');
  const commit = store.commit(store.tree(['a', 'b', 'c'].map((name) => ['100644', name, file])));
  for await (const { path } of walkCommit(store, commit, { limits, signal }).files) if (path === 'a') break;
  expect(store.closed).toBe(1);
  const reason = new Error('enough');
  const fetched = walkCommit(store, commit, { limits, signal: AbortSignal.abort(reason) });
  expect(await failureOf(readAll(fetched))).toBe(reason);
  expect(store.closed).toBe(2);
});
