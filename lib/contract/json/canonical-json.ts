import { IntStack } from './int-stack.ts';
import { isIndex, sortMembers } from './member-order.ts';
import { notJson } from './refuse-unsafe-json.ts';
import { codePoint, writeEscaped, writeUtf8 } from './string-escapes.ts';

const quote = 0x22;
const backslash = 0x5c;
const [openObject, closeObject, openArray, closeArray] = [0x7b, 0x7d, 0x5b, 0x5d];
const [colon, comma, letterU] = [0x3a, 0x2c, 0x75];
const [minus, plus, dot, zero, nine] = [0x2d, 0x2b, 0x2e, 0x30, 0x39];
const [space, tab, lineFeed, carriageReturn] = [0x20, 0x09, 0x0a, 0x0d];
const [upperE, lowerE] = [0x45, 0x65];
const literals = new Map(['true', 'false', 'null'].map((word) => [word.charCodeAt(0), Buffer.from(word)]));
/** The characters with short escapes, by the letter of the escape. */
const shortEscapes = new Map(
  [...'"\\/bfnrt'].map((letter, at) => [letter.charCodeAt(0), '"\\/\b\f\n\r\t'.charCodeAt(at)]),
);
/** Integers with at most this many digits are written as they are read. */
const exactDigits = 15;

const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= zero && byte <= nine;

/**
 * Reads JSON in UTF-8 and writes it over itself as `JSON.stringify(JSON.parse(text))` would: without white space,
 * numbers and escapes in their shortest form, keys that are indices first. It needs no tree and no second buffer;
 * only numbers that grow, like `1e20`, make it allocate another one. The text must have passed `refuseUnsafeJson`,
 * and is overwritten. Each method throws Problem malformed_json where JSON.parse would throw.
 */
export class CanonicalJson {
  readonly #source: Buffer;
  #at = 0;
  #out: Buffer;
  #length = 0;
  #infinity = 'null';
  /** The offsets at which the members of the open objects begin. */
  readonly #members = new IntStack();

  constructor(source: Buffer) {
    this.#source = source;
    this.#out = source;
  }

  /** The number of bytes written. */
  get length(): number {
    return this.#length;
  }

  /** Returns written bytes; they are valid until something is written over them. */
  written(from: number, to = this.#length): Buffer {
    return this.#out.subarray(from, to);
  }

  /** Discards everything that was written from an offset on. */
  takeBack(from: number): void {
    this.#length = from;
  }

  /** Returns the first byte after white space. */
  peek(): number | undefined {
    this.#skipSpace();
    return this.#source[this.#at];
  }

  /** Reads to the end of the text, after which only white space may follow. */
  end(): void {
    if (this.peek() !== undefined) throw notJson();
  }

  /** Reads an object; `onKey` reads its keys and values. */
  members(onKey: () => void): void {
    this.#expect(openObject);
    if (this.peek() !== closeObject)
      for (;;) {
        onKey();
        if (this.peek() !== comma) break;
        this.#at += 1;
      }
    this.#expect(closeObject);
  }

  /** Reads a key with its colon. */
  key(): string {
    const from = this.#length;
    if (this.peek() !== quote) throw notJson();
    this.#string();
    this.#expect(colon);
    const key = JSON.parse(this.written(from).toString('utf8')) as string;
    this.takeBack(from);
    return key;
  }

  /** Reads a string and writes its decoded content in UTF-8, without quotes. */
  decodedString(): void {
    if (this.peek() !== quote) throw notJson();
    this.#at += 1;
    this.#stringBody(false);
  }

  /** Reads any value and writes it. @param infinity is written for numbers that are too large. */
  value(infinity = 'null'): void {
    this.#infinity = infinity;
    this.#value();
  }

  #value(): void {
    const byte = this.peek();
    if (byte === quote) this.#string();
    else if (byte === openObject) this.#object();
    else if (byte === openArray) this.#array();
    else if (byte === minus || isDigit(byte)) this.#number();
    else this.#literal(byte);
  }

  #skipSpace(): void {
    const source = this.#source;
    let at = this.#at;
    for (;;) {
      const byte = source[at];
      if (byte !== space && byte !== lineFeed && byte !== carriageReturn && byte !== tab) break;
      at += 1;
    }
    this.#at = at;
  }

  #expect(byte: number): void {
    if (this.peek() !== byte) throw notJson();
    this.#at += 1;
  }

  #put(byte: number): void {
    this.#out[this.#length] = byte;
    this.#length += 1;
  }

  #object(): void {
    this.#at += 1;
    const from = this.#length;
    const first = this.#members.length;
    let hasIndices = false;
    this.#put(openObject);
    if (this.peek() !== closeObject)
      for (;;) {
        if (this.peek() !== quote) throw notJson();
        const start = this.#length;
        this.#members.push(start);
        this.#string();
        hasIndices ||= isIndex(this.#out, start + 1, this.#length - 1);
        this.#expect(colon);
        this.#put(colon);
        this.#value();
        if (this.peek() !== comma) break;
        this.#at += 1;
        this.#put(comma);
      }
    this.#expect(closeObject);
    const inside = from + 1;
    if (hasIndices)
      sortMembers(this.#out.subarray(inside, this.#length), this.#members, { first, from: inside });
    this.#members.length = first;
    this.#put(closeObject);
  }

  #array(): void {
    this.#at += 1;
    this.#put(openArray);
    if (this.peek() !== closeArray)
      for (;;) {
        this.#value();
        if (this.peek() !== comma) break;
        this.#at += 1;
        this.#put(comma);
      }
    this.#expect(closeArray);
    this.#put(closeArray);
  }

  #string(): void {
    this.#at += 1;
    this.#put(quote);
    this.#stringBody(true);
    this.#put(quote);
  }

  /** Reads up to the closing quote. The output is never longer than the input. */
  #stringBody(isEscaped: boolean): void {
    const [source, out] = [this.#source, this.#out];
    let at = this.#at;
    let length = this.#length;
    for (;;) {
      const byte = source[at];
      if (byte === undefined || byte < space) throw notJson();
      at += 1;
      if (byte === quote) break;
      if (byte === backslash) {
        this.#at = at;
        this.#length = length;
        this.#escape(isEscaped);
        at = this.#at;
        length = this.#length;
      } else {
        out[length] = byte;
        length += 1;
      }
    }
    this.#at = at;
    this.#length = length;
  }

  #escape(isEscaped: boolean): void {
    const source = this.#source;
    const letter = source[this.#at];
    let point: number;
    if (letter === letterU) {
      point = codePoint(source, this.#at + 1);
      this.#at += point > 0xffff ? 11 : 5;
    } else {
      const known = letter === undefined ? undefined : shortEscapes.get(letter);
      if (known === undefined) throw notJson();
      point = known;
      this.#at += 1;
    }
    const write = isEscaped ? writeEscaped : writeUtf8;
    this.#length = write(this.#out, this.#length, point);
  }

  #literal(first: number | undefined): void {
    const word = first === undefined ? undefined : literals.get(first);
    const source = this.#source;
    if (!word?.every((byte, index) => source[this.#at + index] === byte)) throw notJson();
    for (const byte of word) this.#put(byte);
    this.#at += word.length;
  }

  #digits(from: number): number {
    let at = from;
    while (isDigit(this.#source[at])) at += 1;
    if (at === from) throw notJson();
    return at;
  }

  #number(): void {
    const source = this.#source;
    const start = this.#at;
    const first = source[start] === minus ? start + 1 : start;
    const integerEnd = this.#digits(first);
    if (source[first] === zero && integerEnd > first + 1) throw notJson();
    let end = integerEnd;
    if (source[end] === dot) end = this.#digits(end + 1);
    if (source[end] === upperE || source[end] === lowerE) {
      const sign = source[end + 1];
      end = this.#digits(sign === plus || sign === minus ? end + 2 : end + 1);
    }
    this.#at = end;
    const isPlain =
      end === integerEnd && end - first <= exactDigits && (first === start || source[first] !== zero);
    if (isPlain) for (let at = start; at < end; at += 1) this.#put(source[at] ?? 0);
    else this.#putNumber(Number(source.toString('latin1', start, end)));
  }

  #putNumber(value: number): void {
    const text = Number.isFinite(value) ? String(value) : this.#infinity;
    this.#makeRoom(text.length);
    this.#length += this.#out.write(text, this.#length, 'latin1');
  }

  /** Makes room for this many bytes and the rest of the text after the output. */
  #makeRoom(bytes: number): void {
    const needed = this.#length + bytes + (this.#source.length - this.#at);
    if (needed <= this.#out.length) return;
    const grown = Buffer.allocUnsafeSlow(Math.ceil(needed * 1.25));
    this.#out.copy(grown, 0, 0, this.#length);
    this.#out = grown;
  }
}
