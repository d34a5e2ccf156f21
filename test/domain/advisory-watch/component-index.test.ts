import { describe, expect, test } from 'vitest';
import { indexDifference, type PackageList } from '@scangate/domain/advisory-watch/component-index';

describe('the difference of lists', () => {
  const [old, next]: PackageList[] = [
    { a: '1', b: '1', c: '1' },
    { a: '1', b: '2', d: '1' },
  ];

  test('writes what is new or changed, and removes what is gone', () => {
    expect(indexDifference([old!], next!)).toEqual({ write: ['b', 'd'], remove: ['c'] });
    expect(indexDifference([next!], next!)).toEqual({ write: [], remove: [] });
  });

  test('without a known list writes everything', () => {
    expect(indexDifference([], next!)).toEqual({ write: ['a', 'b', 'd'], remove: [] });
  });

  test('skips only entries that are equal in every known list', () => {
    expect(indexDifference([old!, next!], next!)).toEqual({ write: ['b', 'd'], remove: ['c'] });
    expect(indexDifference([{}, next!], next!).write).toEqual(['a', 'b', 'd']);
    expect(indexDifference([old!, { x: '1' }], next!).remove).toEqual(['c', 'x']);
  });

  test('accepts package names that are property names of objects', () => {
    expect(indexDifference([{}], { constructor: '1' }).write).toEqual(['constructor']);
  });
});
