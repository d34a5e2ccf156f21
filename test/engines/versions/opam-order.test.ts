import { assert, pre, property, stringMatching } from 'fast-check';
import { expect, test } from 'vitest';
import { actionsOrder } from '@scangate/engines/versions/actions-order';
import { dottedOrder } from '@scangate/engines/versions/dotted-order';
import { opamOrder } from '@scangate/engines/versions/opam-order';
import type { VersionOrder } from '@scangate/engines/versions/version-order';
import { runs } from '#test/support/runs/samples.ts';

/** Checks that three versions never contradict each other. */
const check = <V>(order: VersionOrder<V>, form: RegExp): void => {
  const version = stringMatching(form);
  assert(
    property(version, version, version, (...texts) => {
      const [a, b, c] = texts.map((text) => order.parse(text));
      pre(a !== undefined && b !== undefined && c !== undefined);
      expect(Math.sign(order.compare(a, b)) + Math.sign(order.compare(b, a))).toBe(0);
      if (order.compare(a, b) <= 0 && order.compare(b, c) <= 0)
        expect(order.compare(a, c)).toBeLessThanOrEqual(0);
    }),
    { numRuns: runs(300) },
  );
};

test('the orders of opam, R, Haskell and actions are total', () => {
  expect.hasAssertions();
  check(opamOrder, /^[0-2a]{1,2}(?:[.~+-][01a]{0,2}){0,3}$/);
  check(dottedOrder(/[.-]/), /^[0-2]{1,2}(?:[.-][01]{1,2}){0,3}$/);
  check(actionsOrder, /^v?[0-2](?:\.[01]){0,2}(?:-a)?$/);
});

test('opam orders `~` before the end of a version and a letter before other characters', () => {
  const sorted = ['1.0~rc1', '1.0', '1.0a', '1.0+b', '1.0.1'];
  expect(
    sorted.toReversed().toSorted((a, b) => opamOrder.compare(opamOrder.parse(a)!, opamOrder.parse(b)!)),
  ).toEqual(sorted);
});
