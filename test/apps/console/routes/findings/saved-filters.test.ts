import { describe, expect, test } from 'vitest';
import {
  maxSaved,
  readSaved,
  savedSearch,
  withSaved,
  writeSaved,
} from '@scangate/console/routes/findings/saved-filters.ts';

const storage = (text: string | null) => () => ({ getItem: () => text });
const mine = { personId: 'p', organizationId: 'a' };

describe('saved filters', () => {
  test('are restored as saved, for their person in their organization only', () => {
    const kept = new Map<string, string>();
    writeSaved(mine, [{ name: 'Mine', search: 'state=open' }], () => ({
      setItem: (key, value) => void kept.set(key, value),
    }));
    const reader = () => ({ getItem: (key: string) => kept.get(key) ?? null });
    expect(readSaved(mine, reader)).toEqual([{ name: 'Mine', search: 'state=open' }]);
    expect(readSaved({ ...mine, organizationId: 'b' }, reader)).toEqual([]);
    expect(readSaved({ ...mine, personId: 'q' }, reader)).toEqual([]);
  });

  test.each([null, '', '{', '7', '{"a":1}', '[1,null,{"name":1,"search":""}]'])(
    'read %j as an empty list',
    (text) => {
      expect(readSaved(mine, storage(text))).toEqual([]);
    },
  );

  test('are empty, without an error, in a browser without storage', () => {
    const refuse = (): never => {
      throw new Error('The storage is blocked.');
    };
    expect(readSaved(mine, refuse)).toEqual([]);
    expect(() => writeSaved(mine, [], refuse)).not.toThrow();
  });

  test('replace one of the same name, and the oldest when there are twenty', () => {
    const all = Array.from({ length: maxSaved }, (_none, index) => ({ name: `f${index}`, search: '' }));
    expect(withSaved(all, { name: ' f3 ', search: 'q=1' }).at(-1)).toEqual({ name: 'f3', search: 'q=1' });
    expect(withSaved(all, { name: 'new', search: '' }).map(({ name }) => name)).not.toContain('f0');
    expect(withSaved([], { name: '  ', search: '' })).toEqual([]);
  });

  test('do not include the open finding', () => {
    expect(savedSearch('?state=open&finding=abc')).toBe('state=open');
  });
});
