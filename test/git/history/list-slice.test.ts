import { expect, test } from 'vitest';
import { listSlice } from '@scangate/git/history/list-slice';
import { objectId, sha1, type GitObject } from '@scangate/git/object-format';

const { signal } = new AbortController();

/** Folders of ten names each, all of which are the one below: 10^12 paths of one file. */
const makeBomb = () => {
  const objects = new Map<string, GitObject>();
  const add = (object: GitObject): Buffer => {
    const id = objectId(sha1, object);
    objects.set(id, object);
    return Buffer.from(id, 'hex');
  };
  const entry = (mode: string, name: string, id: Buffer) =>
    Buffer.concat([Buffer.from(`${mode} ${name}\0`), id]);
  const names = ['a', 'b', 'c', 'config', 'credentials', 'docs', 'e', 'f', 'test', 'z'];
  let id = add({ type: 'blob', content: Buffer.from('k') });
  id = add({ type: 'tree', content: entry('100644', 'master.key', id) });
  for (let depth = 0; depth < 12; depth += 1) {
    const content = Buffer.concat(names.map((name) => entry('40000', name, id)));
    id = add({ type: 'tree', content });
  }
  const text = `tree ${id.toString('hex')}\nauthor a <a> 0 +0000\ncommitter a <a> 0 +0000\n\nm\n`;
  const commit = add({ type: 'commit', content: Buffer.from(text) }).toString('hex');
  return { commit, read: (wanted: string) => objects.get(wanted) };
};

test('a folder that stands in a million places is looked at once for each kind of place', async () => {
  const { commit, read } = makeBomb();
  let reads = 0;
  const store = {
    format: sha1,
    read: (id: string) => {
      reads += 1;
      return read(id);
    },
    close: () => undefined,
  };
  const kinds = {
    file: (path: string) => String(path.endsWith('config/master.key')),
    folder: (path: string) => `${path.includes('test')}${path.endsWith('config')}`,
  };
  const question = {
    heads: [commit],
    known: [],
    limits: { entries: 100, pathLength: 512 },
    workBytes: 1e9,
    kinds,
  };
  const { files, unread } = listSlice(store, question, signal);
  const paths = await Array.fromAsync(files, ({ path }) => path);
  expect(paths.map((path) => path.endsWith('config/master.key')).toSorted()).toEqual([false, true]);
  expect([unread, reads < 200]).toEqual([[], true]);
});
