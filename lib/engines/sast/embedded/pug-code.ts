import { Brackets } from './brackets.ts';
import { skipBlanks, wordAt } from './characters.ts';
import { scriptEnd } from './literals.ts';
import { PageCode, type EmbeddedCode } from './page-code.ts';
import { pugAttributes } from './pug-attributes.ts';
import { headAt, isNested, nameSigns, pugLines, withFeeds, type PugLine } from './pug-lines.ts';
import { firstOf, searchIn } from './search-in.ts';

/** The code around what follows a word of Pug. */
const statements: Readonly<Record<string, readonly [before: string, after: string]>> = {
  if: ['if (', ')'],
  unless: ['if (!(', '))'],
  while: ['while (', ')'],
  case: ['(', ');'],
  when: ['(', ');'],
};

/** Words that name another part of the template, when they stand alone. */
const references: ReadonlySet<string> = new Set(['include', 'extends', 'doctype', 'block']);

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
    this.#page = withFeeds(page);
    this.#brackets = new Brackets(this.#page, scriptEnd);
    this.#code = new PageCode(page);
  }

  read(): EmbeddedCode {
    for (const line of pugLines(this.#page, this.#brackets)) {
      while (this.#blocks.length > 0 && this.#blocks.at(-1)!.indent >= line.indent) this.#close(line.from);
      this.#line(line);
    }
    while (this.#blocks.length > 0) this.#close(this.#page.length);
    return this.#code.embedded(this.#isPartial || this.#brackets.isPartial || this.#brackets.hasOpen);
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
    else if (sign === '|' || sign === '<' || page.startsWith('#[', from)) this.#interpolations(from, to);
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
      if (word === 'when') this.#nestedIn(behind, to);
      return this.#open(line);
    }
    if ((word === 'each' || word === 'for') && after > behind) return this.#loop(line, after);
    if (word === 'mixin' && after > behind) return this.#mixin(line, after);
    const isAlone = after > behind || behind >= to;
    if (!isAlone || !references.has(word)) this.#element(from, to);
  }

  /** Reads the element behind the value of a case: `when a: p= b`. */
  #nestedIn(from: number, to: number): void {
    let at = from;
    while (at < to && !isNested(this.#page, at)) at = Math.max(at + 1, scriptEnd(this.#page, at));
    if (at < to) this.#element(skipBlanks(this.#page, at + 1), to);
  }

  /** Reads `each item, key in list` or `each [key, item] of list`. */
  #loop(line: PugLine, from: number): void {
    const page = this.#page;
    const start = page.charAt(from) === '(' ? from + 1 : from;
    const to = start > from && page.charAt(line.to - 1) === ')' ? line.to - 1 : line.to;
    const isPattern = '[{'.includes(page.charAt(start));
    const item = isPattern ? (this.#brackets.closedAt(start) ?? to) : start + wordAt(page, start, '$').length;
    let over = skipBlanks(page, item);
    if (page.charAt(over) === ',') {
      over = skipBlanks(page, over + 1);
      over = skipBlanks(page, over + wordAt(page, over, '$').length);
    }
    const isLoop =
      item > start && (page.startsWith('in', over) || page.startsWith('of', over)) && over + 2 < to;
    if (isLoop) {
      this.#code.add('for (const ', from).take(start, item).add(' of (', start);
      this.#code.take(over + 2, to).add('\n))', to);
    } else {
      this.#isPartial = true;
      this.#around(';(', [start, to], ');');
    }
    this.#open(line, isLoop);
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
    const page = this.#page;
    const isComputed = page.startsWith('#{', from);
    const name = wordAt(page, from, '-');
    const open = isComputed ? (this.#brackets.closedAt(from + 1) ?? to) : from + name.length;
    const closed = page.charAt(open) === '(' ? this.#brackets.closedAt(open) : undefined;
    if (isComputed) this.#evaluate(from + 2, open - 1);
    this.#code.add(isComputed ? ';' : `;mixin_${name.replaceAll('-', '_')}`, from);
    if (closed !== undefined) this.#code.take(open, closed).add(';\n', closed);
    else this.#code.add(isComputed ? '\n' : '();\n', from);
    // Arguments with names are attributes.
    const equals = skipBlanks(page, open + 1 + wordAt(page, open + 1, nameSigns).length);
    if (closed !== undefined && page.charAt(equals) === '=') this.#attributes(open + 1, closed - 1);
    this.#element(closed ?? open, to);
  }

  /** Reads the head of an element, and what it holds in its line. */
  #element(from: number, to: number): void {
    const page = this.#page;
    const { parts, end: at } = headAt(page, from, this.#brackets);
    for (const part of parts)
      if (part.kind === 'value') this.#evaluate(part.from, part.to);
      else this.#attributes(part.from, part.to);
    this.#isPartial ||= at > to;
    if (at >= to) return;
    if (page.charAt(at) === '=') this.#evaluate(at + 1, to);
    else if (page.startsWith('!=', at)) this.#evaluate(at + 2, to);
    else if (isNested(page, at)) this.#element(skipBlanks(page, at + 1), to);
    else this.#interpolations(at, to);
  }

  /** Evaluates the values of attributes: `a=b, c!=d`. */
  #attributes(from: number, to: number): void {
    for (const value of pugAttributes(this.#page, [from, to], this.#brackets)) this.#evaluate(...value);
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

/** Extracts the JavaScript of a Pug template that runs on the server. */
export const pugCode = (page: string): EmbeddedCode => new PugReader(page).read();
