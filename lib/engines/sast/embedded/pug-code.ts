import { Brackets } from './brackets.ts';
import { indexOrEnd, skipBlanks, wordAt } from './characters.ts';
import { scriptEnd } from './literals.ts';
import { PageCode, type EmbeddedCode } from './page-code.ts';
import { endOfName, isNested, nameSigns, pugLines, type PugLine } from './pug-lines.ts';
import { firstOf, searchIn } from './search-in.ts';

/** The code around what follows a word of Pug. */
const statements: Readonly<Record<string, readonly [before: string, after: string]>> = {
  if: ['if (', ')'],
  unless: ['if (!(', '))'],
  while: ['while (', ')'],
  case: ['(', ');'],
  when: ['(', ');'],
};

/** The signs of values and elements in a text. */
const opens = ['#{', '!{', '#['];
/** People nest elements in a text once or twice. */
const maxDepth = 5;

/** A block that is open. */
interface Block {
  indent: number;
  isLoop: boolean;
}

/** Reads a Pug template: a line with lines below it becomes a block. */
class PugReader {
  readonly #page: string;
  readonly #brackets: Brackets;
  readonly #code: PageCode;
  readonly #blocks: Block[] = [];
  /** The block that was closed last: an `else` may belong to it. */
  #closed: Block | undefined;
  #isPartial = false;
  #depth = 0;

  constructor(page: string) {
    this.#page = page;
    this.#brackets = new Brackets(page, scriptEnd);
    this.#code = new PageCode(page);
  }

  read(): EmbeddedCode {
    for (const line of pugLines(this.#page, this.#brackets)) {
      while (this.#blocks.length > 0 && this.#blocks.at(-1)!.indent >= line.indent) this.#close(line.from);
      this.#line(line);
    }
    while (this.#blocks.length > 0) this.#close(this.#page.length);
    return this.#code.embedded(this.#isPartial || this.#brackets.isPartial);
  }

  #close(at: number): void {
    this.#closed = this.#blocks.pop();
    this.#code.add('}\n', at);
  }

  /** Adds code around a part of the page; a line break ends a comment. */
  #around(before: string, [from, to]: readonly [from: number, to: number], after: string): void {
    this.#code.add(before, from).take(from, to).add(`\n${after}`, to);
  }

  #evaluate(from: number, to: number): void {
    if (skipBlanks(this.#page, from) < to) this.#around(';(', [from, to], ');\n');
  }

  /** Begins the block of a line when there are lines below it. */
  #open({ indent, hasBlock, to }: PugLine, isLoop = false): void {
    this.#code.add(hasBlock ? '\n{\n' : '\n;\n', to);
    if (hasBlock) this.#blocks.push({ indent, isLoop });
  }

  #line(line: PugLine): void {
    const page = this.#page;
    const { from, to, kind } = line;
    if (kind === 'text') return this.#interpolations(from, to);
    if (kind === 'code') {
      this.#code.take(from, to).add('\n', to);
      return;
    }
    const sign = page.charAt(from);
    if (sign === '-') {
      // A lone one is no statement: the lines below it are.
      if (skipBlanks(page, from + 1) >= to) return;
      this.#code.take(from + 1, to);
      return this.#open(line);
    }
    if (sign === ':') this.#isPartial = true;
    else if (sign === '|' || sign === '<') this.#interpolations(from, to);
    else if (sign === '=') this.#evaluate(from + 1, to);
    else if (page.startsWith('!=', from)) this.#evaluate(from + 2, to);
    else if (sign === '+') this.#mixinCall(from + 1, to);
    else this.#worded(line, wordAt(page, from));
  }

  /** Reads a line that begins with a word of Pug, or else an element. */
  #worded(line: PugLine, word: string): void {
    const page = this.#page;
    const { from, to } = line;
    const behind = from + word.length;
    const after = Math.min(to, skipBlanks(page, behind));
    const isWhole = after > behind || behind >= to || page.charAt(behind) === '(';
    if (word === 'else' && isWhole) {
      const isIf = wordAt(page, after) === 'if';
      const isOfLoop = this.#closed?.isLoop === true && this.#closed.indent === line.indent;
      if (isOfLoop) this.#code.add('if (true)', from);
      else if (isIf) this.#around('else if (', [after + 2, to], ')');
      else this.#code.add('else', from);
      return this.#open(line);
    }
    if (Object.hasOwn(statements, word) && isWhole) {
      const [before, end] = statements[word]!;
      this.#around(before, [behind, to], end);
      return this.#open(line);
    }
    if ((word === 'each' || word === 'for') && after > behind) return this.#loop(line, after);
    if (word === 'mixin' && after > behind) return this.#mixin(line, after);
    if (word === 'include' || word === 'extends' || word === 'doctype' || word === 'block') return;
    this.#element(from, to);
  }

  /** Reads `each item, key in list`. */
  #loop(line: PugLine, from: number): void {
    const page = this.#page;
    const start = page.charAt(from) === '(' ? from + 1 : from;
    const item = wordAt(page, start, '$');
    const over = indexOrEnd(page.slice(0, line.to), ' in ', start);
    this.#code
      .add('for (const ', from)
      .take(start, start + item.length)
      .add(' of (', start);
    this.#code.take(Math.min(line.to, over + 4), line.to).add('\n))', line.to);
    this.#open(line, true);
  }

  /** Reads `mixin name(a, b)`. */
  #mixin(line: PugLine, from: number): void {
    const name = wordAt(this.#page, from, '-');
    const open = skipBlanks(this.#page, from + name.length);
    const closed = this.#page.charAt(open) === '(' ? this.#brackets.closedAt(open) : undefined;
    this.#code.add(`function mixin_${name.replaceAll('-', '_')}`, from);
    if (closed === undefined) this.#code.add('()', from);
    else this.#code.take(open, closed);
    this.#code.add(line.hasBlock ? '' : ' {}', line.to);
    this.#open(line);
  }

  /** Reads `+name(a, b)(attributes)`. */
  #mixinCall(from: number, to: number): void {
    const name = wordAt(this.#page, from, '-');
    const open = from + name.length;
    const closed = this.#page.charAt(open) === '(' ? this.#brackets.closedAt(open) : undefined;
    this.#code.add(`;mixin_${name.replaceAll('-', '_')}`, from);
    if (closed === undefined) this.#code.add('();\n', from);
    else this.#code.take(open, closed).add(';\n', closed);
    this.#behindName(closed ?? open, to);
  }

  #element(from: number, to: number): void {
    this.#behindName(Math.min(to, endOfName(this.#page, from)), to);
  }

  /** Reads attributes, and what an element holds in its line. */
  #behindName(from: number, to: number): void {
    const page = this.#page;
    let at = from;
    while (page.charAt(at) === '(') {
      const closed = this.#brackets.closedAt(at);
      if (closed === undefined || closed > to) return this.#interpolations(at, to);
      this.#attributes(at + 1, closed - 1);
      at = closed;
    }
    if (page.startsWith('&attributes(', at)) {
      const closed = this.#brackets.closedAt(at + '&attributes'.length) ?? to;
      this.#evaluate(at + '&attributes('.length, closed - 1);
      at = closed;
    }
    if (page.charAt(at) === '=') this.#evaluate(at + 1, to);
    else if (page.startsWith('!=', at)) this.#evaluate(at + 2, to);
    else if (isNested(page, at) && at < to) this.#element(skipBlanks(page, at + 1), to);
    else this.#interpolations(at, to);
  }

  /** Evaluates the values of attributes: `a=b, c!=d`. */
  #attributes(from: number, to: number): void {
    const page = this.#page;
    let value = -1;
    let at = from;
    while (at < to) {
      const sign = page.charAt(at);
      const closed = '([{'.includes(sign) ? this.#brackets.closedAt(at) : undefined;
      const begins = this.#valueAt(at, value === -1, to);
      if (begins !== undefined) {
        if (value !== -1) this.#evaluate(value, endOfValue(page, value, at));
        value = begins;
        at = begins;
      } else at = closed ?? scriptEnd(page, at);
    }
    if (value !== -1) this.#evaluate(value, endOfValue(page, value, to));
  }

  /** Returns where the value of an attribute begins whose name is at an offset. */
  #valueAt(at: number, isFirst: boolean, to: number): number | undefined {
    const page = this.#page;
    const before = page.charAt(at - 1);
    const isBehind = before === ',' || ' \t\r\n"\'`)'.includes(before) || (isFirst && before === '(');
    if (!isBehind || before === '') return undefined;
    const name = wordAt(page, at, nameSigns);
    if (name === '') return undefined;
    const sign = at + name.length;
    const equals = page.charAt(sign) === '!' || page.charAt(sign) === '?' ? sign + 1 : sign;
    const isEquals = page.charAt(equals) === '=' && !'=>'.includes(page.charAt(equals + 1));
    return isEquals && equals < to ? equals + 1 : undefined;
  }

  /** Evaluates `#{…}` and `!{…}` in a text, and reads `#[…]` as an element. */
  #interpolations(from: number, to: number): void {
    const text = this.#page.slice(from, to);
    const signs = searchIn(text);
    for (let at = firstOf(signs, opens, 0); at !== -1; at = firstOf(signs, opens, at + 2)) {
      if (text.charAt(at - 1) === '\\') continue;
      const open = from + at + 1;
      const closed = this.#brackets.closedAt(open);
      if (closed === undefined || closed > to) continue;
      if (text.startsWith('#[', at)) this.#nested(() => this.#element(open + 1, closed - 1));
      else this.#evaluate(open + 1, closed - 1);
    }
  }

  #nested(read: () => void): void {
    this.#depth += 1;
    if (this.#depth > maxDepth) this.#isPartial = true;
    else read();
    this.#depth -= 1;
  }
}

/** Returns the end of a value without the comma behind it. */
const endOfValue = (page: string, from: number, to: number): number => {
  let end = to;
  while (end > from && ', \t\r\n'.includes(page.charAt(end - 1))) end -= 1;
  return end;
};

/** Extracts the JavaScript of a Pug template that runs on the server. */
export const pugCode = (page: string): EmbeddedCode => new PugReader(page).read();
