import { blockDirectives, endsOf, styleRules, type DirectivePart } from './blade-directives.ts';
import { Brackets, quotedEnd } from './brackets.ts';
import { isBlank, isWord, skipBlanks, wordAt } from './characters.ts';
import { PageCode, type EmbeddedCode } from './page-code.ts';
import { firstOf, searchIn, type Search } from './search-in.ts';

/** A block that is open, and whether its `else` has begun. */
interface Block {
  name: string;
  hasElse: boolean;
}

/** The bounds of the arguments of a directive. */
type Bounds = readonly [from: number, to: number];

/** The code around the arguments of a directive that begins a block. */
const openings: Readonly<Partial<Record<DirectivePart, readonly [before: string, after: string]>>> = {
  if: ['if (', ')'],
  unless: ['if (!(', '))'],
  isset: ['if (isset(', '))'],
  empty: ['if (empty(', '))'],
  condition: ['if ([', '])'],
  foreach: ['foreach (', ')'],
  for: ['for (', ')'],
  while: ['while (', ')'],
};

const begins = ['{{', '{!!', '@', '<?php', '<?=', '<x-'];

/** Whether a directive is one without arguments; `@empty` is then a part of `@forelse`. */
const mayLackArguments = (name: string, part: DirectivePart): boolean =>
  name === 'empty' || part === 'condition' || !Object.hasOwn(openings, part);

/** The longest name of an attribute. */
const longestName = 100;

/** Whether the attribute of a quoted value has a colon before its name; two of them stand for one of the page. */
const isBoundTo = (page: string, quote: number): boolean => {
  let name = quote;
  while (name > quote - longestName && !isBlank(page.charAt(name - 1))) name -= 1;
  return page.charAt(name) === ':' && page.charAt(name + 1) !== ':';
};

/** Reads a Blade template, which compiles to PHP: the page stays as it is but for its tags. */
class BladeReader {
  readonly #page: string;
  readonly #search: Search;
  readonly #brackets: Brackets;
  readonly #code: PageCode;
  readonly #blocks: Block[] = [];
  #at = 0;

  constructor(page: string) {
    this.#page = page;
    this.#search = searchIn(page);
    this.#brackets = new Brackets(page, quotedEnd);
    this.#code = new PageCode(page);
  }

  read(): EmbeddedCode {
    const page = this.#page;
    while (this.#at < page.length) {
      const next = firstOf(this.#search, begins, this.#at);
      const end = next === -1 ? page.length : next;
      this.#code.take(this.#at, end);
      this.#at = end;
      if (next !== -1) this.#tag();
    }
    for (const _ of this.#blocks) this.#php('}', page.length);
    return this.#code.embedded(this.#brackets.isPartial);
  }

  /** Adds code of the template's own. */
  #php(code: string, at: number): void {
    this.#code.add(`<?php ${code} ?>`, at);
  }

  /** Adds code around a part of the page; a line break ends a comment. */
  #around(before: string, [from, to]: Bounds, after: string): void {
    this.#code.add(`<?php ${before}`, from).take(from, to).add(`\n${after} ?>`, to);
  }

  /** Moves on without code. */
  #skipTo(to: number): void {
    this.#at = Math.min(this.#page.length, to);
  }

  /** Reads what begins at a sign of the template. */
  #tag(): void {
    const page = this.#page;
    const at = this.#at;
    if (page.startsWith('{{--', at)) this.#skipTo(this.#indexOf('--}}', at + 4) + 4);
    else if (page.startsWith('{{', at)) this.#echo('echo e(', [at + 2, this.#indexOf('}}', at + 2)], ');');
    else if (page.startsWith('{!!', at)) this.#echo('echo ', [at + 3, this.#indexOf('!!}', at + 3)], ';');
    else if (page.startsWith('<?', at)) {
      const end = Math.min(page.length, this.#indexOf('?>', at) + 2);
      this.#code.take(at, end);
      this.#at = end;
    } else if (page.startsWith('<x-', at)) this.#component();
    else this.#directive();
  }

  #indexOf(what: string, from: number): number {
    const found = this.#search(what, from);
    return found === -1 ? this.#page.length : found;
  }

  #echo(before: string, bounds: Bounds, after: string): void {
    const [from, to] = bounds;
    if (to === this.#page.length) return this.#literal(from);
    this.#around(before, bounds, after);
    this.#at = to + (before.includes('e(') ? 2 : 3);
  }

  /** Takes text of the page that is no tag. */
  #literal(to: number): void {
    this.#code.take(this.#at, to);
    this.#at = to;
  }

  /** Reads the tag of a component, whose attributes after a colon are code; its text is read on. */
  #component(): void {
    const page = this.#page;
    const start = this.#at;
    for (let at = start + 3; at < page.length && !'<>'.includes(page.charAt(at)); at += 1) {
      const sign = page.charAt(at);
      if (sign !== '"' && sign !== "'") continue;
      const end = page.indexOf(sign, at + 1);
      if (end === -1) break;
      if (isBoundTo(page, at)) this.#around('[', [at + 1, end], '];');
      at = end;
    }
    this.#literal(start + 3);
  }

  /** Reads what an `@` begins. One after a word belongs to a mail address. */
  #directive(): void {
    const page = this.#page;
    const at = this.#at;
    const name = wordAt(page, at + 1);
    const behind = at + 1 + name.length;
    if (page.charAt(at + 1) === '@') return this.#literal(at + 2 + wordAt(page, at + 2).length);
    // `@{{` stands for `{{` itself.
    if (page.charAt(at + 1) === '{') return this.#escaped();
    if (name === '' || isWord(page.charAt(at - 1))) return this.#literal(at + 1);
    const part = blockDirectives.get(name);
    const open = part === undefined ? behind : skipBlanks(page, behind);
    const closed = page.charAt(open) === '(' ? this.#brackets.closedAt(open) : undefined;
    const args: Bounds | undefined = closed === undefined ? undefined : [open + 1, closed - 1];
    if (args === undefined && (name === 'verbatim' || name === 'php')) return this.#block(name, behind);
    const isBlock = part !== undefined && (args !== undefined || mayLackArguments(name, part));
    if (!isBlock && (args === undefined || styleRules.has(name))) return this.#literal(behind);
    this.#at = closed ?? behind;
    if (isBlock) this.#partOf(name, part, args);
    else if (args) this.#around('[', args, '];');
  }

  /** Reads `@{{ … }}`, which stands for a tag of the page itself. */
  #escaped(): void {
    const from = this.#at + 1;
    const close = this.#page.startsWith('{!!', from) ? '!!}' : '}}';
    const end = this.#indexOf(close, from);
    this.#literal(end === this.#page.length ? from + 1 : end);
  }

  /** Reads `@php … @endphp` or `@verbatim … @endverbatim`; without an end it is text. */
  #block(name: string, from: number): void {
    const close = `@end${name}`;
    const end = this.#indexOf(close, from);
    if (end === this.#page.length) return this.#literal(from);
    if (name === 'verbatim') return this.#literal(end);
    this.#around('', [from, end], '');
    this.#at = end + close.length;
  }

  /** Adds the code of a directive with a block. Whatever the template lacks, each block is closed. */
  #partOf(name: string, part: DirectivePart, args: Bounds | undefined): void {
    const top = this.#blocks.at(-1);
    if (part === 'end') return this.#end(name);
    if (part === 'else' || (name === 'empty' && args === undefined)) return this.#else(args, top);
    if (part === 'elseif') {
      if (args && top && !top.hasElse) this.#around('} elseif (', args, ') {');
      return;
    }
    const [before, after] = openings[part]!;
    this.#around(before, args ?? [this.#at, this.#at], `${after} {`);
    this.#blocks.push({ name, hasElse: part === 'for' || part === 'foreach' || part === 'while' });
  }

  #else(args: Bounds | undefined, top: Block | undefined): void {
    if (args) this.#around('[', args, '];');
    if (top?.name === 'forelse') this.#php('} if (true) {', this.#at);
    else if (top && !top.hasElse) this.#php('} else {', this.#at);
    if (top) top.hasElse = true;
  }

  #end(name: string): void {
    const names = endsOf[name] ?? [name.slice('end'.length)];
    const open = this.#blocks.findLastIndex((block) => names.includes(block.name));
    if (open === -1) return;
    for (const _ of this.#blocks.splice(open)) this.#php('}', this.#at);
  }
}

/** Makes the PHP of a Blade template of it. */
export const bladeCode = (page: string): EmbeddedCode => new BladeReader(page).read();
