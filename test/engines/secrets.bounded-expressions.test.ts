import { describe, expect, test } from 'vitest';
import { rules } from '@scangate/engines/secrets/rule-table';

/** Returns whether a pattern has a repetition without an upper bound, outside of character classes. */
const unbounded = (pattern: RegExp): boolean =>
  /[*+]|\{\d+,\}/.test(pattern.source.replaceAll(/\\.|\[(?:\\.|[^\]\\])*\]/g, 'x'));

describe('patterns on hostile input', () => {
  test('no rule repeats without a bound, so that each attempt is bounded', () => {
    expect(rules.filter(({ pattern }) => unbounded(pattern)).map(({ id }) => id)).toEqual([]);
  });

  test('every rule is sticky: it is tried at one place and never searched', () => {
    expect(rules.filter(({ pattern }) => !pattern.sticky).map(({ id }) => id)).toEqual([]);
  });
});
