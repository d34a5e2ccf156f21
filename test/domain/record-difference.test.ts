import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { changedFields, differs, updateFields } from '@scangate/domain/record-difference';

const records = fc.dictionary(
  fc.constantFrom('a', 'b', 'c', 'd'),
  fc.oneof(fc.integer(), fc.string(), fc.array(fc.integer(), { maxLength: 2 })),
);

describe('the difference of two records', () => {
  test('is an update that turns one into the other', () => {
    fc.assert(
      fc.property(records, records, (before, after) => {
        const { set, unset = [] } = updateFields(before, after);
        const updated: Record<string, unknown> = { ...before, ...set };
        for (const name of unset) delete updated[name];
        expect(updated).toEqual({ ...after });
      }),
    );
  });

  test('names exactly the fields that differ', () => {
    expect(
      changedFields<object>({ same: [1], other: 1, gone: 0 }, { same: [1], other: 2, added: '' }),
    ).toEqual(['other', 'gone', 'added']);
  });

  test('is empty for equal records', () => {
    fc.assert(
      fc.property(records, (record) => {
        expect(updateFields(record, structuredClone(record))).toEqual({ set: {} });
        expect(differs(record, structuredClone(record))).toBe(false);
      }),
    );
  });
});
