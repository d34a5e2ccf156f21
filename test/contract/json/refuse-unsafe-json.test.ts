import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { KeyTrees } from '#contract/json/key-trees.ts';
import { refuseUnsafeJson } from '#contract/json/refuse-unsafe-json.ts';
import { Problem } from '@scangate/domain/problem';
import { runs } from '#test/support/runs/samples.ts';

/** A text that counts how often its bytes are read. */
const counted = (text: string) => {
  const counter = { reads: 0 };
  const bytes = Buffer.from(text);
  const watched = new Proxy(bytes, {
    get: (target, name) => {
      if (typeof name === 'string' && /^\d+$/.test(name)) counter.reads += 1;
      const value = Reflect.get(target, name, target) as unknown;
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  return { counter, watched };
};

test('each byte of any text is read only a few times', () => {
  const size = 20_000;
  const texts = [
    `{${Array.from({ length: size / 10 }, (_, index) => `"k${index}":1`).join(',')}}`,
    `{"a":"${'x'.repeat(size)}"}`,
    `{"a"${' '.repeat(size)}:1}`,
    `{"a":1${' '.repeat(size)}}`,
    `["${'\\\\'.repeat(size)}"]`,
    `[${'"a" ,'.repeat(size / 5)}1]`,
    `{${'"a" '.repeat(size / 4)}`,
    '{"'.repeat(100) + '"'.repeat(size),
  ];
  for (const text of texts) {
    const { counter, watched } = counted(text);
    try {
      refuseUnsafeJson(watched);
    } catch (error) {
      expect(error).toBeInstanceOf(Problem);
    }
    // The tree of an object of 2,000 keys is eleven levels deep.
    expect(counter.reads).toBeLessThan(12 * text.length);
  }
});

test('the keys of nested objects are distinguished as by sets', () => {
  const key = fc.oneof(
    fc.constantFrom('', 'a', 'a\0', 'b', '\ud800', '\udc00', '"\\ud800"', '\uffff'),
    fc.string({ maxLength: 3, unit: fc.constantFrom('a', 'b', '\0', '\u007f', 'é') }),
  );
  const step = fc.oneof(fc.constantFrom('open', 'close'), fc.record({ key, isDecoded: fc.boolean() }));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const texts = steps.flatMap((each) => (typeof each === 'object' ? [Buffer.from(each.key)] : []));
      const trees = new KeyTrees(Buffer.concat(texts));
      const sets = [new Set<string>()];
      let place = 0;
      trees.openObject();
      for (const each of steps) {
        if (each === 'open') {
          sets.push(new Set());
          trees.openObject();
        } else if (typeof each === 'string') {
          if (sets.length === 1) continue;
          sets.pop();
          trees.closeObject();
        } else {
          const end = place + Buffer.byteLength(each.key);
          const isNew = !sets.at(-1)!.has(each.key);
          const isDecoded = each.isDecoded || !each.key.isWellFormed();
          expect(isDecoded ? trees.addText(each.key) : trees.addPlace(place, end)).toBe(isNew);
          sets.at(-1)!.add(each.key);
          place = end;
        }
      }
    }),
    { numRuns: runs(1_000) },
  );
});
