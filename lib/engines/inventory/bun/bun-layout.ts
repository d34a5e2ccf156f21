import { UnreadableFile } from '../parse/unreadable-file.ts';

/** A range of a list: where it starts, and how many elements it has. */
export interface Slice {
  offset: number;
  length: number;
}

/** A column of one list, whose elements all have the same size. */
export interface Column {
  view: DataView;
  size: number;
  count: number;
}

/** The lists of a file of format version 2. */
export interface BunLists {
  packages: Record<(typeof packageColumns)[number][0], Column>;
  trees: Column;
  hoisted: Column;
  resolutions: Column;
  dependencies: Column;
  /** Reads a string from eight bytes, which hold it or point to it. */
  textAt(view: DataView, at: number): string;
}

/** The second line of a file; the first one makes it executable by a shell. */
const header = 'bun-lockfile-format-v0\n';
const headerAt = 19;
const formatVersion = 2;

/** The columns of the list of packages, in order; the size of the last one depends on the release. */
const packageColumns = [
  ['names', 8],
  ['nameHashes', 8],
  ['resolved', 64],
  ['dependencies', 8],
  ['resolutions', 8],
  ['meta', 88],
  ['bins', 20],
] as const;
const scriptSizes: ReadonlySet<number> = new Set([48, 49]);

const longestText = 4096;

const unknownLayout = (): UnreadableFile => new UnreadableFile('its layout is unknown');
const cutOff = (): UnreadableFile => new UnreadableFile('it is cut off');

class Cursor {
  readonly #view: DataView;
  at: number;

  constructor(view: DataView, at: number) {
    this.#view = view;
    this.at = at;
  }

  u32(): number {
    if (this.at + 4 > this.#view.byteLength) throw cutOff();
    this.at += 4;
    return this.#view.getUint32(this.at - 4, true);
  }

  /** Reads a 64-bit number. All of them are sizes and offsets, so that none is larger than the file. */
  u64(): number {
    const low = this.u32();
    if (this.u32() !== 0) throw unknownLayout();
    return low;
  }

  /** Takes the list between its own start and end, and advances to the position after it. */
  list(): DataView {
    const [start, end] = [this.u64(), this.u64()];
    if (end > this.#view.byteLength) throw cutOff();
    if (start < this.at || end < start) throw unknownLayout();
    this.at = end;
    return part(this.#view, start, end - start);
  }
}

const part = (view: DataView, at: number, length: number): DataView =>
  new DataView(view.buffer, view.byteOffset + at, length);

const columnOf = (view: DataView, size: number): Column => {
  if (view.byteLength % size !== 0) throw unknownLayout();
  return { view, size, count: view.byteLength / size };
};

const packagesIn = (cursor: Cursor): BunLists['packages'] => {
  const [count, alignment, fields] = [cursor.u64(), cursor.u64(), cursor.u64()];
  if (alignment !== 8 || fields !== packageColumns.length + 1) throw unknownLayout();
  const list = cursor.list();
  let at = 0;
  const columns = packageColumns.map(([name, size]) => {
    if (at + count * size > list.byteLength) throw unknownLayout();
    const column = columnOf(part(list, at, count * size), size);
    at += count * size;
    return [name, column] as const;
  });
  if (count === 0 || !scriptSizes.has((list.byteLength - at) / count)) throw unknownLayout();
  return Object.fromEntries(columns) as BunLists['packages'];
};

const textsOf = (bytes: Uint8Array): BunLists['textAt'] => {
  const decoder = new TextDecoder();
  return (view, at) => {
    const inline = new Uint8Array(view.buffer, view.byteOffset + at, 8);
    if (inline[7]! < 0x80) {
      const end = inline.indexOf(0);
      return decoder.decode(end === -1 ? inline : inline.subarray(0, end));
    }
    const [offset, length] = [view.getUint32(at, true), view.getUint32(at + 4, true) & 0x7f_ff_ff_ff];
    if (length > longestText || offset + length > bytes.length) throw unknownLayout();
    return decoder.decode(bytes.subarray(offset, offset + length));
  };
};

/** Returns the range that is stored at an offset, within a list. @throws UnreadableFile when it exceeds the list. */
export const sliceAt = (view: DataView, at: number, { count }: Column): Slice => {
  const [offset, length] = [view.getUint32(at, true), view.getUint32(at + 4, true)];
  if (offset + length > count) throw unknownLayout();
  return { offset, length };
};

/**
 * Finds the lists of bun.lockb. No list is copied, and each lies within the file.
 * @throws UnreadableFile when it has another format version, is cut off, or is laid out in another way.
 */
export const bunListsOf = (bytes: Uint8Array): BunLists => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (new TextDecoder('latin1').decode(bytes.subarray(headerAt, headerAt + header.length)) !== header)
    throw new UnreadableFile('it is not a lockfile of Bun');
  const cursor = new Cursor(view, headerAt + header.length);
  const version = cursor.u32();
  if (version !== formatVersion)
    throw new UnreadableFile(`its format version is ${version}, and only ${formatVersion} can be read`);
  cursor.at += 32; // A digest of the dependencies, by an algorithm of its own.
  if (cursor.u64() > view.byteLength) throw cutOff();
  const packages = packagesIn(cursor);
  const trees = columnOf(cursor.list(), 20);
  const hoisted = columnOf(cursor.list(), 4);
  const resolutions = columnOf(cursor.list(), 4);
  const dependencies = columnOf(cursor.list(), 26);
  cursor.list();
  const texts = cursor.list();
  if (dependencies.count !== resolutions.count) throw unknownLayout();
  const textAt = textsOf(new Uint8Array(texts.buffer, texts.byteOffset, texts.byteLength));
  return { packages, trees, hoisted, resolutions, dependencies, textAt };
};
