import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { MemoryBlobs } from '#adapters/memory/blobs.ts';
import { countHistory } from '#app/history-scans/count-history.ts';
import {
  jsonLines,
  partFilesKey,
  sliceFilesKey,
  sliceStateKey,
  type PartRow,
} from '#app/history-scans/history-objects.ts';
import { historyLimits, historyPrice } from '@scangate/domain/history-scans/history-limits';

const ref = { organizationId: 'o', repositoryId: 'r', historyScanId: 'h' };
const idOf = (number: number): string => createHash('sha1').update(String(number)).digest('hex');

const count = async (rows: readonly (readonly [number, string])[]) => {
  const blobs = new MemoryBlobs();
  const lines = rows.map(([number, path]) => JSON.stringify([idOf(number), path, `commit of ${path}`]));
  await blobs.put(sliceFilesKey(ref, 1), [...lines, JSON.stringify({ unread: [] })].join('\n'));
  await blobs.put(sliceStateKey(ref, 1), JSON.stringify({ pending: [], runs: 1, stops: 0 }));
  const counted = await countHistory(ref, { commits: 1, slices: 1, unread: [] }, blobs);
  const parts: PartRow[][] = [];
  for (let part = 1; ; part += 1) {
    const body = await blobs.open(partFilesKey(ref, part));
    if (!body) return { counted, parts };
    parts.push(await Array.fromAsync(jsonLines<PartRow>(body)));
  }
};

test('a content is scanned again at no cost where rules treat its other name differently', async () => {
  const { counted, parts } = await count([
    [1, 'notes'],
    [1, 'copy/notes2'],
    [1, 'home/.pgpass'],
    [1, 'backup/.pgpass'],
    [2, 'test/key.pem'],
    [2, 'src/key.pem'],
  ]);
  expect(parts[0]?.map(([, path, commit, , earlier]) => [path, commit, earlier])).toEqual([
    ['notes', 'commit of notes', undefined],
    ['home/.pgpass', 'commit of home/.pgpass', ['notes']],
    ['test/key.pem', 'commit of test/key.pem', undefined],
    ['src/key.pem', 'commit of src/key.pem', ['test/key.pem']],
  ]);
  expect(counted).toMatchObject({ files: 2, gaps: [] });
});

test('there are as many parts as credits, however often names repeat', async () => {
  const files = historyLimits.filesPerCredit;
  const rows = Array.from({ length: files }, (_, number) => [number, `${number}.ts`] as const);
  const { counted, parts } = await count([...rows, [0, '.pgpass'], [files, 'last.ts'], [1, 'x/.netrc']]);
  expect([counted.files, historyPrice(counted.files)]).toEqual([files + 1, 2]);
  expect(parts.map(({ length }) => length)).toEqual([files + 1, 2]);
});
