import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { handler as countHistory } from './history-load.ts';
import { rangeFigures } from './history.ts';

test('the work of a range is that of the files that it added, and the bench counts it', async () => {
  const [figure] = await rangeFigures();
  expect(figure?.value).toBeGreaterThan(0.9);
  expect(figure?.value).toBeLessThanOrEqual(figure?.limit ?? 0);
});

test('the history that the bench measures is counted completely', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'scangate-history-'));
  try {
    const counted = await countHistory({ directory, commits: 30, filesPerCommit: 4 });
    expect(counted).toEqual({ files: 120, unread: [] });
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});
