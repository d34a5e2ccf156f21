import { expect, test } from 'vitest';
import { listSlice } from '@scangate/git/history/list-slice';
import { sha1 } from '@scangate/git/object-format';
import { makeBomb } from '#test/support/git/tree-bomb.ts';

const { signal } = new AbortController();

test('a folder that occurs in a million places is read once for each kind of place', async () => {
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
