import { componentTag, type Bounds } from './blade-components.ts';
import { blockDirectives, endsOf, styleRules, type DirectivePart } from './blade-directives.ts';
import { Brackets, undecided } from './brackets.ts';
import { isWord, longestWord, wordAt } from './characters.ts';
import { phpEnd } from './literals.ts';
import { PageCode, type EmbeddedCode } from './page-code.ts';
import { firstOf, searchIn, type Search } from './search-in.ts';

/** A block that is open, and whether its `else` has begun. */
interface Block {
  name: string;
  hasElse: boolean;
}

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

const begins = ['{{', '{!!', '@', '<?', '<x-', '<x:', '<livewire:'];

/** The tags of echoes, and what PHP writes their values with. */
const echoes = [
  ['{{{', '}}}', 'echo e(', ');'],
  ['{{', '}}', 'echo e(', ');'],
  ['{!!', '!!}', 'echo ', ';'],
] as const;

/** Blade replaces these before it reads code, wherever they are. */
const replacedFirst = ['{{--', '{!!', '@php', '@verbatim', '<?php', '<?='];

/** Whether a directive is one without arguments; `@empty` is then a part of `@forelse`. */
const mayLackArguments = (name: string, part: DirectivePart): boolean =>
  name === 'empty' || part === 'condition' || !Object.hasOwn(openings, part);

/** Whether what is in brackets behind a word of style sheets may be code of PHP. */
const mayBeCode = (args: string): boolean => [...'$(\'"`'].some((sign) => args.includes(sign));

/** Returns the name of a directive, which may have a namespace. */
const nameAt = (page: string, from: number): string => {
  const name = wordAt(page, from);
  const behind = from + name.length;
  return page.startsWith('::', behind) ? `${name}::${wordAt(page, behind + 2)}` : name;
};

/** Directives and their arguments are on one line. */
const skipSpaces = (page: string, from: number): number => {
  let at = from;
  while (page.charAt(at) === ' ' || page.charAt(at) === '\t') at += 1;
  return at;
};

/** Whether a block begins in a text and does not end there. */
const isOpenIn = (text: string, name: string): boolean =>
  text.lastIndexOf(`@${name}`) > text.lastIndexOf(`@end${name}`);

/** Reads a Blade template, which compiles to PHP: the page stays as it is but for its tags. */
class BladeReader {
  readonly #page: string;
  readonly #search: Search;
  readonly #brackets: Brackets;
  readonly #code: PageCode;
  readonly #blocks: Block[] = [];
  #at = 0;
  #isPartial = false;
  /** The length of tags of components that may still be read: they may overlap. */
  #work: number;

  constructor(page: string) {
    this.#page = page;
    this.#search = searchIn(page);
    this.#brackets = new Brackets(page, phpEnd);
    this.#work = 4 * page.length;
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
    return this.#code.embedded(this.#isPartial || this.#brackets.isPartial);
  }

  /** Adds code of the template's own. */
  #php(code: string, at: number): void {
    this.#code.add(`<?php ${code} ?>`, at);
  }

  /** Adds code around a part of the page; a line break ends a comment. */
  #around(before: string, bounds: Bounds, after: string): void {
    const [from, to] = bounds;
    this.#check(bounds);
    this.#code.add(`<?php ${before}`, from).take(from, to).add(`\n${after} ?>`, to);
  }

  /** Notes code in which Blade replaces something before it is code. */
  #check([from, to]: Bounds): void {
    const code = this.#page.slice(from, to).toLowerCase();
    this.#isPartial ||= replacedFirst.some((sign) => code.includes(sign));
  }

  /** Reads what begins at a sign of the template. */
  #tag(): void {
    const page = this.#page;
    const at = this.#at;
    if (page.startsWith('{{--', at) && this.#comment()) return;
    const echo = echoes.find(([open, close]) => page.startsWith(open, at) && this.#search(close, at) !== -1);
    if (echo) this.#echo(echo);
    else if (page.charAt(at) === '{') {
      this.#isPartial = true;
      this.#literal(at + 2);
    } else if (page.startsWith('<?', at)) this.#ownPhp();
    else if (page.charAt(at) === '<') this.#component();
    else if (!this.#rawBlock()) this.#directive();
  }

  /** Moves behind a comment; one without an end is none. */
  #comment(): boolean {
    const end = this.#search('--}}', this.#at + 4);
    const comment = this.#page.slice(this.#at, end === -1 ? this.#at : end);
    // Blade takes these blocks out before it looks for comments.
    this.#isPartial ||= end === -1 || ['php', 'verbatim'].some((name) => isOpenIn(comment, name));
    if (end !== -1) this.#at = end + 4;
    return end !== -1;
  }

  #echo([open, close, before, after]: (typeof echoes)[number]): void {
    const from = this.#at + open.length;
    const to = this.#search(close, from);
    const content = this.#page.slice(from, Math.max(from, to));
    this.#isPartial ||= to === -1 || content.includes('}}') || content.includes('{{');
    // The first delimiter may be text.
    if (to === -1 || content.includes('{{')) return this.#literal(from);
    this.#around(before, [from, to], after);
    this.#at = to + close.length;
  }

  /** Takes text of the page that is no tag. */
  #literal(to: number): void {
    this.#code.take(this.#at, to);
    this.#at = to;
  }

  /** Takes PHP in tags of its own; of other tags, such as those of XML, the text is read on. */
  #ownPhp(): void {
    const page = this.#page;
    const start = this.#at + 2;
    const isPhp = page.charAt(start) === '=' || page.slice(start, start + 3).toLowerCase() === 'php';
    if (!isPhp) return this.#literal(start);
    let end = start;
    while (end !== undecided && end < page.length && !page.startsWith('?>', end)) end = phpEnd(page, end);
    if (end === undecided) {
      this.#isPartial = true;
      const closed = this.#search('?>', start);
      end = closed === -1 ? page.length : closed;
    }
    const to = Math.min(page.length, end + 2);
    this.#check([start, to]);
    this.#literal(to);
  }

  /** Reads the tag of a component, whose attributes after a colon are code; its text is read on. */
  #component(): void {
    const start = this.#at;
    const from = start + 1 + wordAt(this.#page, start + 1, '-:.').length;
    if (this.#work > 0) {
      const { values, end, isRead } = componentTag(this.#page, from, this.#brackets);
      for (const value of values) this.#around('[', value, '];');
      this.#work -= (isRead ? end : this.#page.length) - start;
      this.#isPartial ||= !isRead;
    } else this.#isPartial = true;
    this.#literal(start + 3);
  }

  /** Reads what an `@` begins. One after a word belongs to a mail address. */
  #directive(): void {
    const page = this.#page;
    const at = this.#at;
    if (page.charAt(at + 1) === '@') return this.#literal(at + 2 + wordAt(page, at + 2).length);
    // `@{{` stands for `{{` itself.
    if (page.startsWith('{{', at + 1)) return this.#literal(at + 3);
    if (page.startsWith('{!!', at + 1)) return this.#literal(at + 4);
    const name = nameAt(page, at + 1);
    const behind = at + 1 + name.length;
    if (name === '' || isWord(page.charAt(at - 1))) return this.#literal(at + 1);
    const open = skipSpaces(page, behind);
    const closed = page.charAt(open) === '(' ? this.#brackets.closedAt(open) : undefined;
    this.#isPartial ||= name.length >= longestWord || (page.charAt(open) === '(' && closed === undefined);
    const args: Bounds | undefined = closed === undefined ? undefined : [open + 1, closed - 1];
    const part = blockDirectives.get(name);
    const isBlock = part !== undefined && (args !== undefined || mayLackArguments(name, part));
    const isStyle = args !== undefined && styleRules.has(name) && !mayBeCode(page.slice(...args));
    if (!isBlock && (args === undefined || isStyle)) return this.#literal(behind);
    this.#at = closed ?? behind;
    if (isBlock) this.#partOf(name, part, args);
    else if (args) this.#evaluate(args);
  }

  #evaluate(args: Bounds): void {
    this.#around('[', args, '];');
  }

  /** Reads `@php … @endphp` or `@verbatim … @endverbatim`, which Blade takes out before anything else. */
  #rawBlock(): boolean {
    const page = this.#page;
    const name = ['php', 'verbatim'].find((each) => page.startsWith(each, this.#at + 1));
    if (name === undefined || page.charAt(this.#at - 1) === '@') return false;
    const from = this.#at + 1 + name.length;
    const close = `@end${name}`;
    const end = this.#search(close, from);
    const bracket = skipSpaces(page, from);
    const closed = page.charAt(bracket) === '(' ? this.#brackets.closedAt(bracket) : undefined;
    if (end === -1) {
      const isWhole = !isWord(page.charAt(from)) && !isWord(page.charAt(this.#at - 1));
      this.#isPartial ||= closed === undefined && isWhole;
      return false;
    }
    const isInline = closed !== undefined && this.#isBefore(`@${name}`, closed, end);
    // Blade itself takes both for one block.
    if (isInline) this.#isPartial = true;
    else if (name === 'verbatim') this.#literal(end);
    else {
      this.#around('', [from, end], '');
      this.#at = end + close.length;
    }
    return !isInline;
  }

  #isBefore(what: string, from: number, to: number): boolean {
    const found = this.#search(what, from);
    return found !== -1 && found < to;
  }

  /** Adds the code of a directive with a block. Whatever the template lacks, each block is closed. */
  #partOf(name: string, part: DirectivePart, args: Bounds | undefined): void {
    const top = this.#blocks.at(-1);
    if (part === 'end') return this.#end(name);
    if (part === 'else' || (name === 'empty' && args === undefined)) return this.#else(args, top);
    if (part === 'elseif') {
      if (args && top && !top.hasElse) this.#around('} elseif (', args, ') {');
      else if (args) this.#evaluate(args);
      return;
    }
    const [before, after] = openings[part]!;
    this.#around(before, args ?? [this.#at, this.#at], `${after} {`);
    this.#blocks.push({ name, hasElse: part === 'for' || part === 'foreach' || part === 'while' });
  }

  #else(args: Bounds | undefined, top: Block | undefined): void {
    if (args) this.#evaluate(args);
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
