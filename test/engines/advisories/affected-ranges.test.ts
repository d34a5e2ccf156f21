import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileRange, rangeContains, type RangeEvent } from '@scangate/engines/advisories/affected-ranges';
import { versionOrder } from '@scangate/engines/versions/ecosystem-orders';
import { runs } from '#test/support/runs/samples.ts';

const order = versionOrder('npm') as NonNullable<ReturnType<typeof versionOrder>>;

const holds = (events: RangeEvent[], version: string): boolean =>
  (compileRange(events, order) ?? []).some((range) => rangeContains(range, order.parse(version), order));

test.each<[RangeEvent[], string[], string[]]>([
  [
    [
      ['i', '0'],
      ['f', '1.2.0'],
    ],
    ['0.0.1', '1.1.9', '1.2.0-beta'],
    ['1.2.0', '2.0.0'],
  ],
  [
    [
      ['i', '1.0.0'],
      ['l', '1.2.0'],
    ],
    ['1.0.0', '1.2.0'],
    ['0.9.9', '1.0.0-rc.1', '1.2.1'],
  ],
  [
    [
      ['i', '1.0.0'],
      ['l', '1.0.0'],
    ],
    ['1.0.0'],
    ['0.9.0', '1.0.1'],
  ],
  [
    [
      ['i', '1.0.0'],
      ['f', '1.0.0'],
    ],
    [],
    ['0.9.0', '1.0.0', '2.0.0'],
  ],
  [
    [
      ['i', '2.0.0'],
      ['f', '2.3.0'],
      ['i', '0'],
      ['f', '1.5.0'],
    ],
    ['1.4.0', '2.0.0'],
    ['1.5.0', '1.9.0', '2.3.0'],
  ],
  [
    [
      ['i', '0'],
      ['f', '1.0.0'],
      ['i', '1.0.0'],
      ['f', '2.0.0'],
    ],
    ['0.5.0', '1.0.0', '1.5.0'],
    ['2.0.0'],
  ],
  [
    [
      ['i', '0'],
      ['l', '1.0.0'],
      ['i', '1.0.0'],
      ['f', '2.0.0'],
    ],
    ['0.5.0', '1.0.0', '1.5.0'],
    ['2.0.0'],
  ],
  [
    [
      ['i', '0'],
      ['i', '1.0.0'],
      ['f', '2.0.0'],
    ],
    ['0.5.0', '1.5.0'],
    ['2.0.0'],
  ],
  [
    [
      ['i', '0'],
      ['t', '3.0.0'],
      ['t', '2.0.0'],
    ],
    ['1.0.0', '2.5.0'],
    ['3.0.0'],
  ],
  [
    [
      ['i', '0'],
      ['t', '*'],
    ],
    ['0.0.1', '9.9.9'],
    [],
  ],
  [[['i', '0']], ['0.0.0-a', '99.0.0'], []],
  [[['f', '1.0.0']], ['0.1.0'], ['1.0.0']],
  [[], [], ['0.0.1', '1.0.0']],
])('the range %j affects %j and not %j', (events, affected, unaffected) => {
  expect(affected.filter((version) => !holds(events, version))).toEqual([]);
  expect(unaffected.filter((version) => holds(events, version))).toEqual([]);
});

test('a bound that cannot be ordered makes the range unusable, not empty', () => {
  expect(
    compileRange(
      [
        ['i', '0'],
        ['f', 'next'],
      ],
      order,
    ),
  ).toBeUndefined();
});

const version = fc.tuple(fc.nat(2), fc.nat(3), fc.nat(3)).map((parts) => parts.join('.'));
const kind = fc.constantFrom<RangeEvent[0]>('i', 'f', 'l', 't');
const events = fc.array(fc.tuple(kind, version), { minLength: 1, maxLength: 8 });

test('the affected versions do not depend on the order of events', () => {
  const shuffled = events.chain((all) =>
    fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
  );
  fc.assert(
    fc.property(shuffled, version, ([written, other], at) => {
      expect(holds(other, at)).toBe(holds(written, at));
    }),
    { numRuns: runs(1000) },
  );
});

test('without equal versions a range means the same as applying its events in order', () => {
  const distinct = fc.uniqueArray(fc.tuple(kind, version), {
    minLength: 1,
    maxLength: 8,
    selector: ([, v]) => v,
  });
  fc.assert(
    fc.property(distinct, version, (written, at) => {
      fc.pre(written.some(([k]) => k === 'i'));
      const position = order.parse(at);
      const after = (bound: string): number => order.compare(position, order.parse(bound));
      const limits = written.filter(([k]) => k === 't');
      const below = limits.length === 0 || limits.some(([, bound]) => after(bound) < 0);
      let affected = false;
      for (const [k, bound] of written.toSorted((a, b) =>
        order.compare(order.parse(a[1]), order.parse(b[1])),
      )) {
        if (k === 'i' && after(bound) >= 0) affected = true;
        if (k === 'f' && after(bound) >= 0) affected = false;
        if (k === 'l' && after(bound) > 0) affected = false;
      }
      expect(holds(written, at)).toBe(affected && below);
    }),
    { numRuns: runs(1000) },
  );
});
