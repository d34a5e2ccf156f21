import { describe, expect, test } from 'vitest';
import { groupsOf, mostAtOnce, resultOf } from '@scangate/console/routes/findings/bulk-request.ts';

describe('a change of many findings', () => {
  test('is sent in groups that the service accepts, each finding once', () => {
    const keys = Array.from({ length: 450 }, (_none, index) => `${index}.unit`);
    const groups = groupsOf([...keys, '1.other-unit']);
    expect(groups.map(({ length }) => length)).toEqual([mostAtOnce, mostAtOnce, 50]);
    expect(new Set(groups.flat()).size).toBe(450);
  });

  test('of nothing sends nothing', () => {
    expect(groupsOf([])).toEqual([]);
  });

  test('says how many are done, and why each other one is not', () => {
    const result = resultOf([
      { fingerprint: 'a', status: 'done' },
      { fingerprint: 'b', status: 'unchanged' },
      { fingerprint: 'c', status: 'failed', code: 'finding_not_found' },
      { fingerprint: 'd', status: 'failed' },
    ]);
    expect(result).toEqual({
      done: 2,
      changed: new Set(['a', 'b']),
      refused: [
        { fingerprint: 'c', code: 'finding_not_found' },
        { fingerprint: 'd', code: 'system_error' },
      ],
    });
  });
});
