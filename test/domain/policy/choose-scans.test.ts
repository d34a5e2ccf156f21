import { expect, test } from 'vitest';
import { chooseScans, maxSimulated } from '@scangate/domain/policy/choose-scans';

const scan = (scanId: string, repositoryId: string) => ({ scanId, repositoryId });

test('the newest scan of each repository comes first, then the second of each', () => {
  const newestFirst = [scan('9', 'a'), scan('8', 'a'), scan('7', 'b'), scan('6', 'a'), scan('5', 'c')];
  expect(chooseScans(newestFirst).map(({ scanId }) => scanId)).toEqual(['9', '7', '5', '8', '6']);
});

test('at most 500 scans are chosen, and a busy repository takes none from a quiet one', () => {
  const busy = Array.from({ length: 1000 }, (_, index) => scan(`busy-${index}`, 'busy'));
  const chosen = chooseScans([...busy, scan('quiet', 'quiet')]);
  expect(chosen).toHaveLength(maxSimulated);
  expect(chosen[1]).toEqual(scan('quiet', 'quiet'));
});
