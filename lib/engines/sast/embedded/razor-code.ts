import { expressionEnd } from '../templates/razor-tags.ts';
import { Brackets } from './brackets.ts';
import { indexOrEnd, isBlank, isWord, skipBlanks, wordAt } from './characters.ts';
import { csharpEnd } from './literals.ts';
import { MarkupReader } from './markup-reader.ts';
import { PageCode, type EmbeddedCode } from './page-code.ts';
import { lineDirectives, statements } from './razor-words.ts';

/** Reads a Razor page, which changes between markup and C#. */
class RazorReader extends MarkupReader {
  readonly #brackets: Brackets;
  readonly #members: PageCode;
  readonly #body: PageCode;
  /** Expressions in markup that is itself a value. */
  readonly #values: PageCode;
  #into: PageCode;

  constructor(page: string) {
    super(page);
    this.#brackets = new Brackets(page, csharpEnd);
    this.#members = new PageCode(page);
    this.#body = new PageCode(page);
    this.#values = new PageCode(page);
    this.#into = this.#body;
  }

  read(): EmbeddedCode {
    this.markup('page');
    const code = new PageCode(this.page).add('class Page {\n', 0).append(this.#members);
    code.add('void Execute() {\n', 0).append(this.#body).append(this.#values).add('}}', this.page.length);
    return code.embedded(this.isPartial || this.#brackets.isPartial || this.#brackets.hasOpen);
  }

  /** Reads what an `@` in markup begins. */
  protected override transition(): void {
    const page = this.page;
    const at = this.at;
    const next = page.charAt(at + 1);
    if (next === '@' || (isWord(page.charAt(at - 1)) && isWord(next))) this.at += next === '@' ? 2 : 1;
    else if (next === '*') {
      const end = page.indexOf('*@', at + 2);
      this.isPartial ||= end === -1;
      this.at = end === -1 ? page.length : end + 2;
    } else if (next === '{') {
      this.at += 2;
      this.nested(() => this.#code());
    } else if (next === '(') this.#explicit();
    else this.#named(wordAt(page, at + 1));
  }

  /** Reads `@(…)`. */
  #explicit(): void {
    const from = this.at + 1;
    const end = this.#brackets.closedAt(from);
    this.at = end ?? from;
    if (end === undefined) this.isPartial = true;
    else this.#evaluate(from + 1, end - 1);
  }

  /** Adds an expression whose value is written, encoded. */
  #evaluate(from: number, to: number): void {
    this.#into.add('Razor(', from).take(from, to).add('\n);\n', to);
  }

  /** Whether there are only blanks before an `@` on its line: directives are nowhere else. */
  #beginsLine(): boolean {
    let at = this.at;
    while (' \t\uFEFF'.includes(this.page.charAt(at - 1) || 'a')) at -= 1;
    return at === 0 || '\r\n'.includes(this.page.charAt(at - 1));
  }

  /** Moves to the end of a line of a directive, which holds no code but texts. */
  #skipLine(): void {
    const from = this.at + 1;
    this.at = indexOrEnd(this.page, '\n', from);
    this.isPartial ||= hasTransition(this.page.slice(from, this.at));
  }

  /** Reads what begins with a word: a statement, a directive, an attribute or an expression. */
  #named(word: string): void {
    const page = this.page;
    const from = this.at + 1;
    const behind = from + word.length;
    const after = skipBlanks(page, behind);
    const isBlock = page.charAt(after) === '{';
    const isDirective = isBlank(page.charAt(behind)) && isWord(page.charAt(after));
    if (word === '') this.at += 1;
    else if ((word === 'code' || word === 'functions') && isBlock) this.#membersAt(after, word);
    else if (word === 'section' && isDirective) this.#section(after);
    else if (word === 'helper' && isDirective && this.#helper(after)) return;
    else if (word === 'inject' && isDirective && this.#beginsLine()) this.#injected(after);
    else if (Object.hasOwn(statements, word) && (isBlock || page.charAt(after) === '('))
      this.nested(() => this.#statement(word));
    else if (lineDirectives.has(word) && isLineEnd(page, behind) && this.#beginsLine()) this.#skipLine();
    else if (word === 'await') this.#implicit(after);
    else if (!this.#attribute(from)) this.#implicit(from);
  }

  #implicit(start: number): void {
    const word = wordAt(this.page, start);
    // `@await foreach` is a statement.
    if (start > this.at + 1 && word === 'foreach') {
      this.at = start - 1;
      return this.nested(() => this.#statement(word));
    }
    const end = expressionEnd(this.page, start, this.#brackets);
    this.at = Math.max(end, this.at + 1);
    if (end > start) this.#evaluate(start, end);
  }

  /** Reads `@onclick="…"`, whose value is code. */
  #attribute(from: number): boolean {
    const page = this.page;
    const equals = from + wordAt(page, from, '-:').length;
    const quote = page.charAt(equals + 1);
    if (page.charAt(equals) !== '=' || (quote !== '"' && quote !== "'")) return false;
    const value = equals + 2;
    this.at = value;
    if (page.charAt(value) === '@') return true;
    const end = indexOrEnd(page, quote, value);
    this.#evaluate(value, end);
    this.at = Math.min(page.length, end + 1);
    return true;
  }

  /** Reads a statement with its blocks: `if (…) { … } else { … }`. */
  #statement(word: string): void {
    const page = this.page;
    let at = this.at + 1;
    for (;;) {
      const from = at;
      at = skipBlanks(page, at + wordAt(page, at).length);
      if (wordAt(page, at) === 'if') at = skipBlanks(page, at + 2);
      if (page.charAt(at) === '(') at = skipBlanks(page, this.#brackets.closedAt(at) ?? page.length);
      if (page.charAt(at) !== '{') {
        this.#into.take(from, Math.min(at, page.length)).add(';\n', at);
        this.at = at;
        this.isPartial ||= at >= page.length;
        return;
      }
      this.#into.take(from, at + 1);
      this.at = at + 1;
      this.#code();
      this.#into.add('}\n', this.at);
      at = skipBlanks(page, this.at);
      if (!statements[word]!.includes(wordAt(page, at))) return;
    }
  }

  #readInto(into: PageCode, read: () => void): void {
    const before = this.#into;
    this.#into = into;
    this.nested(read);
    this.#into = before;
  }

  /** Reads `@code { … }`; only components have such blocks of that name, and values that are written only pages. */
  #membersAt(brace: number, word: string): void {
    this.at = brace + 1;
    this.#readInto(this.#members, () => this.#code());
    this.isPartial ||= word === 'code' && hasWritten(this.page.slice(brace, this.at));
  }

  /** Reads `@helper Name(…) { … }` as a method. */
  #helper(from: number): boolean {
    const page = this.page;
    const open = skipBlanks(page, from + wordAt(page, from).length);
    const closed = page.charAt(open) === '(' ? this.#brackets.closedAt(open) : undefined;
    const brace = closed === undefined ? -1 : skipBlanks(page, closed);
    if (page.charAt(brace) !== '{') return false;
    this.at = brace + 1;
    this.#readInto(this.#members, () => {
      this.#into.add('void ', from).take(from, brace + 1);
      this.#code();
      this.#into.add('}\n', this.at);
    });
    return true;
  }

  /** Reads `@inject Type name` as a field. */
  #injected(from: number): void {
    this.#skipLine();
    this.#members.take(from, this.at).add(';\n', this.at);
  }

  /** Reads `@section Name { … }`. */
  #section(from: number): void {
    const brace = skipBlanks(this.page, from + wordAt(this.page, from).length);
    this.at = brace + 1;
    if (this.page.charAt(brace) !== '{') return;
    this.nested(() => this.markup('brace'));
    this.at += 1;
  }

  /** Reads code behind a brace up to the one that closes it. Markup begins where a statement may. */
  #code(): void {
    const page = this.page;
    let depth = 0;
    let from = this.at;
    let isStart = true;
    const other = (read: () => void): void => {
      this.#into.take(from, this.at).add('\n', this.at);
      this.nested(read);
      from = this.at;
    };
    while (this.at < page.length) {
      const sign = page.charAt(this.at);
      if (sign === '}' && depth === 0) {
        this.#into.take(from, this.at).add('\n', this.at);
        this.at += 1;
        return;
      }
      if (isStart && this.#isMarkup()) other(() => this.markup('element'));
      else if (sign === '@' && this.#isTransition(isStart)) other(() => this.#transitionInCode());
      else {
        if (sign === '{') depth += 1;
        else if (sign === '}') depth -= 1;
        const isComment = page.startsWith('//', this.at) || page.startsWith('/*', this.at);
        isStart = '{};:'.includes(sign) || (isStart && (isBlank(sign) || isComment));
        this.at = csharpEnd(page, this.at);
      }
    }
    this.#into.take(from, this.at);
    this.isPartial = true;
  }

  /** Whether a tag is here; no statement of C# begins with its sign. */
  #isMarkup(): boolean {
    const [sign, next] = [this.page.charAt(this.at), this.page.charAt(this.at + 1)];
    return sign === '<' && (isWord(next) || next === '!');
  }

  /** Whether an `@` in code begins something else than a text or a name of C#. */
  #isTransition(isStart: boolean): boolean {
    const next = this.page.charAt(this.at + 1);
    return next === '*' || next === '<' || (isStart && next !== '"' && next !== '$');
  }

  #transitionInCode(): void {
    const next = this.page.charAt(this.at + 1);
    if (next === '<') {
      this.#into.add('null', this.at);
      this.at += 1;
      this.#readInto(this.#values, () => this.markup('element'));
    } else if (next === ':') {
      this.at += 2;
      this.markup('line');
    } else this.transition();
  }
}

/** Whether code writes a value, such as `@Html.Raw(…)`. */
const hasWritten = (code: string): boolean =>
  code.split('@').some((part, index) => {
    const sign = part.charAt(0);
    return index > 0 && (sign === '(' || (isWord(sign) && sign !== sign.toLowerCase()));
  });

/** Whether a directive ends at an offset or has something behind a blank. */
const isLineEnd = (page: string, at: number): boolean => at >= page.length || isBlank(page.charAt(at));

/** Whether something in a line of a directive may be a value: texts and comments have other signs behind theirs. */
const hasTransition = (line: string): boolean =>
  line
    .split('@')
    .some(
      (part, index, all) =>
        index > 0 && !'"*$'.includes(part.charAt(0) || ' ') && !all[index - 1]!.endsWith('*'),
    );

/** Extracts the C# of a Razor page: its members, and the rest as the body of a method. */
export const razorCode = (page: string): EmbeddedCode => new RazorReader(page).read();
