import { hash } from 'node:crypto';
import { JsonCursor } from '@scangate/engines/inventory/parse/json-cursor';
import { LongValues } from '@scangate/engines/inventory/parse/long-values';

/** The bytes that are parsed at once, unless a single value has more. */
const partBytes = 16_384;
/** Far more than a document may have, which has been checked. */
const maxDepth = 512;
/** Far more names than any object of the schemas has: one with more has unknown ones among them. */
const maxMembers = 10_000;
const [openObject, openList] = [0x7b, 0x5b];

/** Some items of a list, by the positions of their bytes. */
interface Part {
  from: number;
  to: number;
  /** The number of items before it. */
  done: number;
}

const lists = new WeakMap<object, LazyList>();

/** Returns what is known of a list whose items are parsed when they are read; undefined for any other value. */
export const lazyListOf = (value: object): LazyList | undefined => lists.get(value);

/** A list of a document. Of its items only those that are read are in memory, and those beside them. */
export class LazyList {
  readonly document: LazyJson;
  /** The position in the document at which the list begins. */
  readonly from: number;
  readonly #parts: Part[];
  readonly #skipped: number;
  readonly #length: number;
  #read: { part: Part; items: unknown[] } | undefined;
  /** Whether its last item has been read. */
  isReadToEnd = false;

  constructor(
    document: LazyJson,
    from: number,
    { parts, length, skipped = 0 }: { parts: Part[]; length: number; skipped?: number },
  ) {
    [this.document, this.from] = [document, from];
    [this.#parts, this.#length, this.#skipped] = [parts, length, skipped];
  }

  /** Returns a value that is used as an array, of which items, `length` and `slice(from)` can be read. */
  asArray(): unknown[] {
    const get = (target: object, key: string | symbol, self: unknown): unknown => {
      if (key === 'length') return this.#length - this.#skipped;
      if (key === 'slice') return (from: number) => this.#without(from).asArray();
      const index = typeof key === 'string' ? Number(key) : NaN;
      return Number.isInteger(index) ? this.#item(index + this.#skipped) : Reflect.get(target, key, self);
    };
    const array = new Proxy<unknown[]>([], { get });
    lists.set(array, this);
    return array;
  }

  #without(count: number): LazyList {
    const skipped = Math.min(this.#skipped + count, this.#length);
    return new LazyList(this.document, this.from, { parts: this.#parts, length: this.#length, skipped });
  }

  #item(index: number): unknown {
    if (index >= this.#length) return undefined;
    if (index === this.#length - 1) this.isReadToEnd = true;
    const { part, items } = this.#partWith(index);
    return items[index - part.done];
  }

  #partWith(index: number): { part: Part; items: unknown[] } {
    const last = this.#read;
    if (last && index >= last.part.done && index < last.part.done + last.items.length) return last;
    const part = this.#parts[this.#parts.findLastIndex(({ done }) => done <= index)]!;
    return (this.#read = { part, items: this.document.itemsOf(part) });
  }
}

/**
 * A JSON document whose long lists are arrays that parse their items when they are read, so that it takes little more
 * memory than its bytes. A long object has at most 10,000 of its members. Of members with the same name the last one counts.
 */
export class LazyJson {
  readonly #bytes: Buffer;
  /** Digests of lists by where they begin. */
  readonly digests = new Map<number, string>();
  readonly #long = new LongValues();
  readonly #onPart: () => void;
  #salt: string | undefined;

  /** @param onPart is called before a part is parsed: what was parsed before may be forgotten. */
  constructor(bytes: Buffer, onPart: () => void = () => undefined) {
    [this.#bytes, this.#onPart] = [bytes, onPart];
  }

  /** A digest of the whole document. */
  get salt(): string {
    return (this.#salt ??= hash('sha256', this.#bytes, 'base64'));
  }

  /** Returns the document. @throws SyntaxError if it is no JSON. */
  value(): unknown {
    const cursor = this.#cursorAt(0);
    const [from, to] = cursor.skip();
    cursor.end();
    return this.#valueAt(from, to);
  }

  /** Parses the items of a part of a list. */
  itemsOf({ from, to }: Part): unknown[] {
    this.#onPart();
    if (to - from > partBytes) return [this.#valueAt(from, to)];
    return JSON.parse(`[${this.#bytes.toString('utf8', from, to)}]`) as unknown[];
  }

  #valueAt(from: number, to: number): unknown {
    const first = to - from > partBytes ? this.#bytes[from] : undefined;
    if (first === openList) return this.#listAt(from).asArray();
    if (first === openObject) return this.#objectAt(from);
    return JSON.parse(this.#bytes.toString('utf8', from, to));
  }

  #cursorAt(from: number): JsonCursor {
    return new JsonCursor(this.#bytes, maxDepth, { from, long: this.#long });
  }

  #objectAt(from: number): object {
    const cursor = this.#cursorAt(from);
    cursor.enterObject();
    const members = new Map<string, unknown>();
    for (let key = cursor.nextKey(); key !== undefined && members.size < maxMembers; key = cursor.nextKey()) {
      members.set(key, this.#valueAt(...cursor.skip()));
    }
    return Object.fromEntries(members);
  }

  #listAt(from: number): LazyList {
    const cursor = this.#cursorAt(from);
    cursor.enterList();
    const parts: Part[] = [];
    let length = 0;
    for (; cursor.nextItem(); length += 1) {
      const [start, end] = cursor.skip();
      const last = parts.at(-1);
      if (last && end - last.from <= partBytes) last.to = end;
      else parts.push({ from: start, to: end, done: length });
    }
    return new LazyList(this, from, { parts, length });
  }
}
