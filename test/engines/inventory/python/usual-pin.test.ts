import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readUploadedLockfile } from '@scangate/engines/inventory/read-inventory';
import { runs } from '#test/support/runs/samples.ts';

const read = (text: string) => readUploadedLockfile('requirements.txt', text);

const hash = fc.constantFrom(
  'a'.repeat(64),
  `${'a'.repeat(63)}b`,
  '0'.repeat(64),
  'f'.repeat(63),
  'f'.repeat(65),
  'F'.repeat(64),
  `${'e'.repeat(63)}g`,
);
const pin = fc.record({
  name: fc.constantFrom('a', 'B_b', 'c--c', 'd.d', 'e[x]', '-f', 'é', 'g.zip', ''),
  version: fc.constantFrom('1.0', '1.0b', '2!1.0+x', '*', '1.0,<2', '', '1.0.zip'),
  hashes: fc.array(hash, { maxLength: 4 }),
  via: fc.constantFrom('', 'a', 'B-b', 'a, d.d', '-r in.txt', 'a[x]', 'é'),
});

interface StatedPin {
  name: string;
  version: string;
  hashes: string[];
  via: string;
}

const linesOf = (pins: readonly StatedPin[], indent: string): string =>
  pins
    .map(({ name, version, hashes, via }) => {
      const stated = [`${name}==${version}`, ...hashes.map((each) => `${indent}--hash=sha256:${each}`)];
      return `${stated.join(' \\\n')}\n${via === '' ? '' : `${indent}# via ${via}\n`}`;
    })
    .join('');

test('a pin is read alike whether or not it is written as tools write it', () => {
  fc.assert(
    fc.property(fc.array(pin, { minLength: 1, maxLength: 5 }), (pins) => {
      // No tool indents by a tab.
      expect(read(linesOf(pins, '    ')).components).toEqual(read(linesOf(pins, '\t')).components);
    }),
    { numRuns: runs(2000) },
  );
});

test.each([300, 600])('a pin with %i hashes is read with a hundred of them, sorted', (count) => {
  const hashes = Array.from({ length: count }, (_, at) => `    --hash=sha256:${`${at}`.padStart(64, '0')}`);
  const [found, ...others] = read(`${['a==1.0', ...hashes].join(' \\\n')}\n`).components;
  expect(others).toEqual([]);
  const contents = found?.hashes.map(({ content }) => content);
  expect(contents).toHaveLength(100);
  expect(contents).toEqual(contents?.toSorted());
});

test('a line that ends where it does for Python only comes after a pin, and its requirement is listed', () => {
  const { components } = read('a==1.0\nb==2.0  # b\u2028c==3.0\nd==4.0\n');
  expect(components.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd']);
});
