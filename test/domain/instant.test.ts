import { describe, expect, test } from 'vitest';
import { instantRange } from '@scangate/domain/instant';
import { noon } from '#test/support/world.ts';

describe('the range of from and to', () => {
  test.each([
    [{}, {}],
    [{ from: '2026-03-10' }, { from: '2026-03-10T00:00:00.000Z' }],
    [{ to: '2026-03-10' }, { through: '2026-03-10T23:59:59.999Z' }],
    [{ from: '2026-03-10T14:00:00+02:00' }, { from: noon.toISOString() }],
    [
      { from: noon.toISOString(), to: noon.toISOString() },
      { from: noon.toISOString(), through: noon.toISOString() },
    ],
    [
      { from: '2026-03-10', to: '2026-03-10' },
      { from: '2026-03-10T00:00:00.000Z', through: '2026-03-10T23:59:59.999Z' },
    ],
  ])('%j', (query, range) => {
    expect(instantRange(query)).toEqual(range);
  });

  test.each([
    { from: '2026-03-11', to: '2026-03-10' },
    { from: '2026-02-30T25:00:00Z' },
    { from: '9999-12-31T23:59:59-14:00' },
  ])('%j is refused', (query) => {
    expect(() => instantRange(query)).toThrow(expect.objectContaining({ code: 'invalid_query' }));
  });
});
