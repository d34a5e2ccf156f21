import { describe, expect, test } from 'vitest';
import { bunListsOf, sliceAt } from '@scangate/engines/inventory/bun/bun-layout';
import { bunLockOf } from '@scangate/engines/inventory/bun/bun-lockb';
import { UnreadableFile } from '@scangate/engines/inventory/parse/unreadable-file';
import { binary, text } from '#test/corpora/inventory/further-tools/bun-lockb.ts';
import { inventoryOf, namesOf, reasonsOf } from '../inventory-fixtures.ts';

const versionAt = 42;
/** The lists begin behind the header, a version and a digest; the place where they end is stated there. */
const endAt = versionAt + 36;

/** The tree of the project itself, which no folder and no other tree holds. */
const firstTree = Buffer.from(binary).indexOf('000000 00feffffff ffffffff'.replaceAll(' ', ''), 0, 'hex');

const changed = (change: (bytes: Buffer) => void): Buffer => {
  const bytes = Buffer.from(binary);
  change(bytes);
  return bytes;
};

describe('bun.lockb', () => {
  test('gives the inventory of the text that Bun converts it into', () => {
    const own = inventoryOf({ 'bun.lockb': binary });
    const theirs = inventoryOf({ 'bun.lock': text });
    expect(own.components.length).toBe(10);
    expect(own.components.map((each) => ({ ...each, file: 'bun.lock' }))).toEqual(theirs.components);
    expect(own.notes.map(({ reason }) => reason)).toEqual(theirs.notes.map(({ reason }) => reason));
  });

  test('is read only if npm has no text lockfile', () => {
    expect(inventoryOf({ 'bun.lockb': binary, 'bun.lock': text }).read).toEqual(['bun.lock']);
  });

  test('a dependency that its manifest requires and it does not list is a gap', () => {
    const manifest = JSON.stringify({ name: 'sample', dependencies: { lodash: '4.17.20', zz: '1' } });
    const { notes } = inventoryOf({ 'bun.lockb': binary, 'package.json': manifest });
    expect(reasonsOf(notes).join()).toContain('does not have (1): zz');
  });

  test('a newer format version is refused by its number', () => {
    const { read, unread } = inventoryOf({
      'bun.lockb': changed((bytes) => bytes.writeUInt32LE(3, versionAt)),
    });
    expect(read).toEqual([]);
    expect(reasonsOf(unread)).toEqual(['bun.lockb: its format version is 3, and only 2 can be read']);
  });

  test('truncated anywhere in its lists it is refused', () => {
    const end = Number(Buffer.from(binary).readBigUInt64LE(endAt));
    for (let at = 0; at < end; at += 13)
      expect(() => bunLockOf(binary.subarray(0, at))).toThrow(UnreadableFile);
    expect(bunLockOf(binary.subarray(0, end))).toBe(bunLockOf(binary));
  });

  test('with any byte changed it is read or refused', () => {
    for (let at = 0; at < binary.length; at += 5) {
      const { read, unread } = inventoryOf({ 'bun.lockb': changed((bytes) => bytes.fill(0xff, at, at + 2)) });
      expect(read.length + unread.length).toBe(1);
    }
  });

  test('has the same inventory with the packages of a folder in another order', () => {
    const reversed = changed((bytes) => {
      const { trees, hoisted } = bunListsOf(bytes);
      const { offset, length } = sliceAt(trees.view, 12, hoisted);
      const places = Array.from({ length }, (_, at) => (offset + at) * 4);
      const packages = places.map((place) => hoisted.view.getUint32(place, true)).toReversed();
      for (const [at, place] of places.entries()) hoisted.view.setUint32(place, packages[at] ?? 0, true);
    });
    expect(reversed.equals(binary)).toBe(false);
    expect(inventoryOf({ 'bun.lockb': reversed })).toEqual(inventoryOf({ 'bun.lockb': binary }));
  });

  test('a package without a folder is still listed', () => {
    const whole = namesOf(inventoryOf({ 'bun.lockb': binary }));
    const hidden = changed((bytes) => bytes.writeUInt32LE(1, firstTree + 16));
    expect(namesOf(inventoryOf({ 'bun.lockb': hidden }))).toEqual(whole);
  });

  test('folders that contain each other are refused', () => {
    const circular = changed((bytes) => bytes.writeUInt32LE(1, firstTree + 28));
    expect(reasonsOf(inventoryOf({ 'bun.lockb': circular }).unread)).toEqual([
      'bun.lockb: it contradicts itself',
    ]);
  });
});
