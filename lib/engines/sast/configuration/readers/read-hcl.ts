import { mapOf, type ConfigNode, type Entry, type MapNode } from '../config-node.ts';
import { HclScanner } from './hcl-scanner.ts';
import { UnreadableConfiguration } from './unreadable-configuration.ts';

/** Deeper than people nest, and far from a stack overflow. */
const maxDepth = 100;

/** Functions that convert their argument to another type: the argument is the value. */
const conversions = new Set([
  'jsonencode',
  'tolist',
  'toset',
  'tomap',
  'tostring',
  'distinct',
  'compact',
  'sort',
  'sensitive',
  'nonsensitive',
]);

/** Functions whose value is a list of all that is in the lists given to them. */
const joins = new Set(['concat', 'setunion', 'flatten']);

/** Returns the items of lists in a list, in place of the lists. */
const flattened = (items: readonly ConfigNode[]): ConfigNode[] =>
  items.flatMap((item) => (item.kind === 'list' ? flattened(item.items) : [item]));

const invalid = (): UnreadableConfiguration => new UnreadableConfiguration('it is not valid HCL');

class HclReader extends HclScanner {
  #depth = 0;

  /** Reads attributes and blocks up to a closing brace or the end. */
  body(start: number): MapNode {
    const entries: Entry[] = [];
    for (;;) {
      this.skipSpace({ lines: true });
      if (this.isAtEnd || this.sign === '}') return mapOf(entries, { start, end: this.at });
      entries.push(this.#attributeOrBlock());
    }
  }

  #attributeOrBlock(): Entry {
    const start = this.at;
    const key = this.word();
    if (key === undefined) throw invalid();
    this.skipSpace({ lines: false });
    if (this.sign === '=' && !this.startsWith('==')) {
      this.at += 1;
      const value = this.#expression({ lines: false });
      return { key, value, start, end: value.end };
    }
    const labels: string[] = [];
    while (this.sign !== '{') {
      const label = this.sign === '"' ? this.quoted().value : this.word();
      if (label === undefined) throw invalid();
      labels.push(label);
      this.skipSpace({ lines: false });
    }
    return { key, value: { ...this.#block(), labels }, start, end: this.at };
  }

  #block(): MapNode {
    const start = this.at;
    this.#enter();
    this.at += 1;
    const map = this.body(start);
    if (!this.take('}')) throw invalid();
    this.#depth -= 1;
    return { ...map, end: this.at };
  }

  #enter(): void {
    this.#depth += 1;
    if (this.#depth > maxDepth) throw new UnreadableConfiguration('it is nested too deeply');
  }

  /** @param lines whether line breaks are whitespace, as they are inside brackets. */
  #expression({ lines }: { lines: boolean }): ConfigNode {
    this.skipSpace({ lines });
    const start = this.at;
    const value = this.#primary();
    const end = this.at;
    this.skipSpace({ lines });
    if (value && (this.isAtEnd || '\n,)]}'.includes(this.sign))) return value;
    // This is more than a value: an operator, a member access or a condition.
    this.at = end;
    this.skipExpression({ lines });
    return this.#raw(start);
  }

  #raw(start: number): ConfigNode {
    const value = this.text.slice(start, this.at).trim();
    return { kind: 'text', value, isLiteral: false, start, end: start + value.length };
  }

  #primary(): ConfigNode | undefined {
    const start = this.at;
    if (this.sign === '"') {
      const { value, hasExpression } = this.quoted();
      return { kind: 'text', value, isLiteral: !hasExpression, start, end: this.at };
    }
    if (this.sign === '[') return this.#list(start);
    if (this.sign === '{') return this.#object(start);
    const lines = this.heredoc();
    if (lines !== undefined)
      return { kind: 'text', value: lines, isLiteral: !/[$%]\{/.test(lines), start, end: this.at };
    return this.#wordOrNumber(start);
  }

  #wordOrNumber(start: number): ConfigNode | undefined {
    const number = /-?\d[\d.eE]{0,40}/y;
    number.lastIndex = this.at;
    const [digits] = number.exec(this.text) ?? [];
    if (digits !== undefined) this.at += digits.length;
    const word = digits ?? this.word();
    if (word === undefined) return undefined;
    if (conversions.has(word) && this.take('(')) return this.#argument();
    if (joins.has(word) && this.sign === '(') return this.#joined(start);
    const isLiteral = digits !== undefined || ['true', 'false', 'null'].includes(word);
    return { kind: 'text', value: word === 'null' ? '' : word, isLiteral, start, end: this.at };
  }

  /** Reads the single argument of a conversion. */
  #argument(): ConfigNode | undefined {
    this.#enter();
    this.skipSpace({ lines: true });
    const value = this.#expression({ lines: true });
    this.skipSpace({ lines: true });
    this.#depth -= 1;
    return this.take(')') ? value : undefined;
  }

  /** Reads the arguments of a function that joins lists. What is only known at run time stays an item. */
  #joined(start: number): ConfigNode | undefined {
    const items: ConfigNode[] = [];
    if (!this.#members(')', () => items.push(this.#expression({ lines: true })))) return this.#raw(start);
    return { kind: 'list', items: flattened(items), start, end: this.at };
  }

  /** Reads the members of a list or an object; undefined for a `for` expression, which is only known at run time. */
  #members(close: string, read: () => void): boolean {
    this.#enter();
    this.at += 1;
    this.skipSpace({ lines: true });
    const isMade = /for\s/y;
    isMade.lastIndex = this.at;
    const known = !isMade.test(this.text);
    while (!this.isAtEnd && this.sign !== close) {
      if (known) this.#member(close, read);
      else this.#skipMade();
    }
    if (!this.take(close)) throw invalid();
    this.#depth -= 1;
    return known;
  }

  #member(close: string, read: () => void): void {
    read();
    this.skipSpace({ lines: true });
    if (this.take(',')) this.skipSpace({ lines: true });
    else if (close !== '}' && this.sign !== close) throw invalid();
  }

  #skipMade(): void {
    const before = this.at;
    this.skipExpression({ lines: true });
    if (!this.take(',') && this.at === before) throw invalid();
  }

  /** Reads the key of an object; a computed key has no name. */
  #key(): string {
    if (this.sign === '"') return this.quoted().value;
    if (this.sign === '(') {
      this.skipBracket();
      return '';
    }
    const start = this.at;
    while (/[\w.-]/.test(this.sign)) this.at += 1;
    if (this.at === start) throw invalid();
    return this.text.slice(start, this.at);
  }

  #list(start: number): ConfigNode {
    const items: ConfigNode[] = [];
    if (!this.#members(']', () => items.push(this.#expression({ lines: true })))) return this.#raw(start);
    return { kind: 'list', items, start, end: this.at };
  }

  #object(start: number): ConfigNode {
    const entries: Entry[] = [];
    const known = this.#members('}', () => {
      const at = this.at;
      const key = this.#key();
      this.skipSpace({ lines: false });
      if (!this.take('=') && !this.take(':')) throw invalid();
      const value = this.#expression({ lines: false });
      entries.push({ key, value, start: at, end: value.end });
    });
    return known ? mapOf(entries, { start, end: this.at }) : this.#raw(start);
  }
}

/** Reads HCL, the language of Terraform, as one mapping. @throws UnreadableConfiguration */
export const readHcl = (text: string): MapNode => {
  const reader = new HclReader(text);
  // A byte order mark has no meaning.
  reader.take('\uFEFF');
  const body = reader.body(0);
  if (!reader.isAtEnd) throw invalid();
  return body;
};
