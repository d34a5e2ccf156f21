import { expect, test } from 'vitest';
import { bunLockOf } from '@scangate/engines/inventory/bun/bun-lockb';
import { UnreadableFile } from '@scangate/engines/inventory/parse/unreadable-file';
import { binary } from '#test/corpora/inventory/further-tools/bun-lockb.ts';

const headerBytes = 19 + 'bun-lockfile-format-v0\n'.length + 4 + 32;
const longest = 4096;

const u32 = (...numbers: number[]): Buffer => {
  const bytes = Buffer.alloc(numbers.length * 4);
  for (const [index, number] of numbers.entries()) bytes.writeUInt32LE(number, index * 4);
  return bytes;
};
/** A text that lies in the list of texts: any number of them may share its bytes. */
const shared = (length = longest): Buffer => u32(0, (length | 0x80_00_00_00) >>> 0);
const repeated = (count: number, bytes: Buffer): Buffer =>
  Buffer.concat(Array.from({ length: count }, () => bytes));

interface Shape {
  /** The dependencies of the one package beside the project, all with the same long name and range. */
  dependencies: number;
  /** The places where the package is installed. */
  places: number;
}

/** Writes a file of a few kilobytes that expands to a very long text. */
const fileOf = ({ dependencies, places }: Shape): Buffer => {
  const packages = Buffer.concat([
    repeated(2, shared(8)), // names
    repeated(2, Buffer.alloc(8)), // digests of names
    repeated(2, Buffer.alloc(64, u32(2))), // sources: of the registry
    u32(0, 0, 0, dependencies), // dependencies
    u32(0, 0, 0, dependencies), // what they were resolved to
    repeated(2, Buffer.alloc(88)),
    repeated(2, Buffer.alloc(20)),
    repeated(2, Buffer.alloc(48)), // scripts
  ]);
  const dependency = Buffer.concat([shared(), Buffer.alloc(10), shared()]);
  const lists = [
    u32(0, 0, 0, 0, places), // the one tree
    u32(...Array.from({ length: places }, () => 0)),
    repeated(dependencies, u32(1)),
    repeated(dependencies, dependency),
    Buffer.alloc(0),
    Buffer.alloc(longest, 'a'),
  ];
  const parts = [Buffer.from(binary.subarray(0, headerBytes)), u32(0, 0), u32(2, 0, 8, 0, 8, 0)];
  let at = parts.reduce((sum, { length }) => sum + length, 0);
  for (const list of [packages, ...lists]) {
    parts.push(u32(at + 16, 0, at + 16 + list.length, 0), list);
    at += 16 + list.length;
  }
  return Buffer.concat(parts);
};

test('a file of this shape with few dependencies is read', () => {
  expect(bunLockOf(fileOf({ dependencies: 1, places: 1 })).length).toBeGreaterThan(2 * longest);
});

test.each<[string, Shape]>([
  ['many dependencies whose names share their bytes', { dependencies: 5_000, places: 1 }],
  ['many places of a package with long names', { dependencies: 40, places: 200 }],
  ['many places with a long path', { dependencies: 1, places: 10_000 }],
])('a small file whose text would be very large is refused before conversion: %s', (_, shape) => {
  const file = fileOf(shape);
  expect(file.length).toBeLessThan(400_000);
  const before = process.memoryUsage().arrayBuffers;
  expect(() => bunLockOf(file)).toThrow(UnreadableFile);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(64 * 1024 * 1024);
});
