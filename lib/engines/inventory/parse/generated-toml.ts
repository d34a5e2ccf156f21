import { asciiClass, endOfClass } from '@scangate/engines/text/ascii-class';
import { parseToml } from './parse-document.ts';
import type { Table } from './untrusted-value.ts';

type Values = Record<string, unknown>;

const maxDepth = 32;
/** Integers of more digits may be unsafe. */
const mostDigits = 15;

const [lineFeed, space, quote, sharp, comma, dot, zero, equals] = [
  0x0a, 0x20, 0x22, 0x23, 0x2c, 0x2e, 0x30, 0x3d,
];
const [openingList, closingList, opening, closing, backslash, del] = [0x5b, 0x5d, 0x7b, 0x7d, 0x5c, 0x7f];
const inKey = asciiClass(/[\w-]/);
const digit = asciiClass(/\d/);
const visible = asciiClass(/[ -~]/);
const spaces = asciiClass(/ /);
const blank = asciiClass(/[ \n]/);

/** Thrown for a text that is not as tools generate TOML, whether it is valid or not. */
class UnusualToml extends Error {}

const newTable = (): Values => Object.create(null) as Values;

/** Reads TOML of the forms that tools generate, and gives up at anything else. */
class GeneratedToml {
  readonly #text: string;
  #at = 0;
  /** The tables and lists that headers have made; a header extends no other value. */
  readonly #ofHeaders = new Set<unknown>();

  constructor(text: string) {
    this.#text = text;
  }

  /** @throws UnusualToml */
  document(): Table {
    const root = newTable();
    let table = root;
    while (this.#skip(blank) < this.#text.length) {
      const code = this.#text.charCodeAt(this.#at);
      if (code === openingList) table = this.#header(root);
      else if (code === sharp) this.#skip(visible);
      else this.#member(table, 0);
      if (this.#skip(spaces) < this.#text.length) this.#take(lineFeed);
    }
    return root;
  }

  #fail(): never {
    throw new UnusualToml();
  }

  /** Skips the characters of a class. @returns the position after them. */
  #skip(allowed: Uint8Array): number {
    this.#at = endOfClass(this.#text, allowed, this.#at);
    return this.#at;
  }

  /** Takes a character if it is next. */
  #has(code: number): boolean {
    if (this.#text.charCodeAt(this.#at) !== code) return false;
    this.#at += 1;
    return true;
  }

  #take(code: number): void {
    if (!this.#has(code)) this.#fail();
  }

  /** Reads `[table]` or `[[list]]`. @returns the table whose members follow. */
  #header(root: Values): Values {
    this.#take(openingList);
    const isList = this.#has(openingList);
    let outer = root;
    let key = this.#key();
    for (let depth = 0; this.#has(dot); depth += 1) {
      if (depth > maxDepth) this.#fail();
      outer = this.#inner(outer, key);
      key = this.#key();
    }
    this.#take(closingList);
    if (!isList) return this.#add(outer, key, newTable());
    this.#take(closingList);
    const list = outer[key] ?? this.#add(outer, key, []);
    if (!Array.isArray(list) || !this.#ofHeaders.has(list)) this.#fail();
    const table = newTable();
    list.push(table);
    return table;
  }

  /** Returns the table that a header extends: an earlier one, the last one of a list, or a new one. */
  #inner(outer: Values, key: string): Values {
    const known = outer[key] ?? this.#add(outer, key, newTable());
    if (!this.#ofHeaders.has(known)) this.#fail();
    return (Array.isArray(known) ? known.at(-1) : known) as Values;
  }

  /** Adds what a header makes. */
  #add<T>(outer: Values, key: string, made: T): T {
    this.#set(outer, key, made);
    this.#ofHeaders.add(made);
    return made;
  }

  #set(table: Values, key: string, value: unknown): void {
    if (table[key] !== undefined || key === '__proto__') this.#fail();
    table[key] = value;
  }

  /** Reads `key = value` into a table. */
  #member(table: Values, depth: number): void {
    const key = this.#key();
    this.#skip(spaces);
    this.#take(equals);
    this.#skip(spaces);
    this.#set(table, key, this.#value(depth));
  }

  #key(): string {
    if (this.#text.charCodeAt(this.#at) === quote) return this.#string();
    const from = this.#at;
    return from === this.#skip(inKey) ? this.#fail() : this.#text.slice(from, this.#at);
  }

  #value(depth: number): unknown {
    const code = this.#text.charCodeAt(this.#at);
    if (code === quote) return this.#string();
    if (depth > maxDepth) this.#fail();
    if (code === openingList) return this.#list(depth + 1);
    if (code === opening) return this.#inlineTable(depth + 1);
    return this.#scalar();
  }

  /** Reads a string without escapes. */
  #string(): string {
    const text = this.#text;
    const from = this.#at + 1;
    let at = from;
    let code = text.charCodeAt(at);
    while (code !== quote && code >= space && code !== backslash && code !== del)
      code = text.charCodeAt((at += 1));
    // Three quotes begin a text of many lines.
    if (code !== quote || (at === from && text.charCodeAt(at + 1) === quote)) this.#fail();
    this.#at = at + 1;
    return text.slice(from, at);
  }

  #list(depth: number): unknown[] {
    const items: unknown[] = [];
    this.#at += 1;
    this.#skip(blank);
    while (!this.#has(closingList)) {
      items.push(this.#value(depth));
      this.#endItem(closingList);
    }
    return items;
  }

  #inlineTable(depth: number): Values {
    const table = newTable();
    this.#at += 1;
    this.#skip(blank);
    while (!this.#has(closing)) {
      this.#member(table, depth);
      this.#endItem(closing);
    }
    return table;
  }

  /** Reads the comma after an item; before the end it may be missing. */
  #endItem(end: number): void {
    this.#skip(blank);
    if (this.#text.charCodeAt(this.#at) === end) return;
    this.#take(comma);
    this.#skip(blank);
  }

  /** Reads a truth value or an integer. What may follow it is checked by the callers. */
  #scalar(): unknown {
    const from = this.#at;
    for (const value of [true, false])
      if (this.#text.startsWith(String(value), from)) {
        this.#at += String(value).length;
        return value;
      }
    const to = this.#skip(digit);
    const isUsual = to - from <= mostDigits && (to === from + 1 || this.#text.charCodeAt(from) !== zero);
    return to > from && isUsual ? Number(this.#text.slice(from, to)) : this.#fail();
  }
}

/**
 * Parses TOML. What tools generate is read here, anything else by the library, which keeps a record of every key and
 * takes several times as long.
 * @throws UnreadableFile
 */
export const parseGeneratedToml = (text: string): Table => {
  try {
    return new GeneratedToml(text).document();
  } catch (error) {
    if (!(error instanceof UnusualToml)) throw error;
    return parseToml(text);
  }
};
