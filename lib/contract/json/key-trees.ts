import { IntStack } from './int-stack.ts';

/**
 * The fields of an inner node: the index of the differing byte, a mask with all other bits set, and its two
 * children.
 */
const nodeInts = 4;
/** The fields of an open object: the numbers of keys and node fields of the outer objects, and its root. */
const openInts = 3;
const none = 0x7fff_ffff;

/** The prefix of a key with half a surrogate pair; UTF-8 never contains this byte. */
const illFormed = Buffer.from([0xf8]);

const bytesOf = (key: string): Buffer =>
  key.isWellFormed() ? Buffer.from(key) : Buffer.concat([illFormed, Buffer.from(JSON.stringify(key))]);

/**
 * The keys of all open objects, as offsets in the text, in a crit-bit tree for each object. No choice of keys makes
 * it slow, and a key takes 24 bytes, whereas sets of strings would take more memory than the text.
 */
export class KeyTrees {
  readonly #text: Buffer;
  /** Decoded keys with escapes; their offsets begin after the text. */
  #decoded = Buffer.alloc(0);
  #decodedLength = 0;
  /** Start and end of each key. */
  readonly #keys = new IntStack();
  readonly #nodes = new IntStack();
  readonly #open = new IntStack();

  constructor(text: Buffer) {
    this.#text = text;
  }

  openObject(): void {
    this.#open.push(this.#keys.length);
    this.#open.push(this.#nodes.length);
    this.#open.push(none);
  }

  closeObject(): void {
    this.#open.length -= openInts;
    this.#keys.length = this.#open.at(this.#open.length);
    this.#nodes.length = this.#open.at(this.#open.length + 1);
  }

  /**
   * Adds a key without escapes by its offset to the innermost object. @returns false when the object already has it.
   */
  addPlace(start: number, end: number): boolean {
    return this.#insert(start, end);
  }

  /** Adds a key to the innermost object. @returns false when the object already has it. */
  addText(key: string): boolean {
    const bytes = bytesOf(key);
    const start = this.#decodedLength;
    if (start + bytes.length > this.#decoded.length) {
      const grown = Buffer.alloc((start + bytes.length) * 2);
      this.#decoded.copy(grown, 0, 0, start);
      this.#decoded = grown;
    }
    bytes.copy(this.#decoded, start);
    this.#decodedLength += bytes.length;
    const behind = this.#text.length;
    return this.#insert(behind + start, behind + this.#decodedLength);
  }

  /** Returns the byte of a key plus one, and zero after its end. */
  #byteOf(start: number, end: number, index: number): number {
    const place = start + index;
    if (place >= end) return 0;
    const { length } = this.#text;
    return ((place < length ? this.#text[place] : this.#decoded[place - length]) ?? 0) + 1;
  }

  /** Follows the bits of a key to the leaf that may be equal. */
  #leafFor(root: number, start: number, end: number): number {
    const nodes = this.#nodes;
    let at = root;
    while (at >= 0) {
      const byte = this.#byteOf(start, end, nodes.at(at));
      at = nodes.at(at + 2 + ((1 + (nodes.at(at + 1) | byte)) >> 8));
    }
    return ~at;
  }

  #insert(start: number, end: number): boolean {
    const rootAt = this.#open.length - 1;
    const root = this.#open.at(rootAt);
    const leaf = ~this.#keys.length;
    if (root === none) this.#open.set(rootAt, leaf);
    else {
      const like = this.#leafFor(root, start, end);
      const [likeStart, likeEnd] = [this.#keys.at(like), this.#keys.at(like + 1)];
      const longest = Math.max(end - start, likeEnd - likeStart);
      let index = 0;
      while (index < longest && this.#byteOf(start, end, index) === this.#byteOf(likeStart, likeEnd, index))
        index += 1;
      if (index === longest) return false;
      const byte = this.#byteOf(start, end, index);
      const difference = byte ^ this.#byteOf(likeStart, likeEnd, index);
      const others = 0xff ^ (1 << (31 - Math.clz32(difference)));
      this.#addNode({ index, others, direction: (1 + (others | byte)) >> 8, leaf }, [start, end]);
    }
    this.#keys.push(start);
    this.#keys.push(end);
    return true;
  }

  /** Inserts a node where the path of a key diverges from those of the others. */
  #addNode(
    { index, others, direction, leaf }: { index: number; others: number; direction: number; leaf: number },
    [start, end]: readonly [number, number],
  ): void {
    const nodes = this.#nodes;
    let parent = -1;
    let side = 0;
    let at = this.#open.at(this.#open.length - 1);
    while (at >= 0) {
      const [nodeIndex, nodeOthers] = [nodes.at(at), nodes.at(at + 1)];
      if (nodeIndex > index || (nodeIndex === index && nodeOthers > others)) break;
      parent = at;
      side = (1 + (nodeOthers | this.#byteOf(start, end, nodeIndex))) >> 8;
      at = nodes.at(at + 2 + side);
    }
    const added = nodes.length;
    for (let count = 0; count < nodeInts; count += 1) nodes.push(0);
    nodes.set(added, index);
    nodes.set(added + 1, others);
    nodes.set(added + 2 + direction, leaf);
    nodes.set(added + 2 + (1 - direction), at);
    if (parent === -1) this.#open.set(this.#open.length - 1, added);
    else nodes.set(parent + 2 + side, added);
  }
}
