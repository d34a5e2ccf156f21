import { CodeTokenizer, importing, type CodeReport, type CodeToken } from './code-tokens.ts';
import { mayHaveSpecifier, specifierUrl } from './specifier-url.ts';

/** The modules that a text of JavaScript or TypeScript imports. */
export interface ModuleSpecifiers {
  found: Set<string>;
  /** Set where the text may import what was not found. */
  isUncertain: boolean;
}

/** A module that is imported by the name of a registry or by its address. */
const registry = /^(?:npm:|jsr:|https?:\/\/)[^\n\r]{1,2000}$/;
const packageName = /^(?:npm|jsr):/;
const address = /^https?:\/\//;

/** The comment that names the module of what JSX becomes. */
const pragma = /@jsxImportSource\s{1,20}([^\s*]{1,500})/;

/** Meanings of the next token by those before it. */
type State = 'none' | 'module' | 'import' | 'call' | 'argument';

/** Follows the tokens of imports. */
class ImportReader {
  readonly found = new Set<string>();
  /** Texts that name packages: an import whose module is computed may load them. */
  readonly #named = new Set<string>();
  #isComputed = false;
  /** Whether a name is computed that begins like that of a package. */
  #hasComputedName = false;
  /** Whether a module has a name or an address that is too long to be read. */
  #hasUnread = false;
  #state: State = 'none';
  #argument: CodeToken | undefined;
  #last = '';
  #beforeLast = '';

  read(token: CodeToken): void {
    const { kind, value } = token;
    const named = kind === 'sign' ? '' : specifierUrl(value);
    if (packageName.test(named)) {
      if (kind === 'text' && registry.test(named)) this.#named.add(named);
      else this.#hasComputedName = true;
    }
    this.#state = this.#next(token);
    this.#beforeLast = this.#last;
    this.#last = kind === 'text' ? '' : value;
  }

  #next(token: CodeToken): State {
    const { kind, value } = token;
    if (this.#state === 'argument') {
      if (value === ')' || value === ',') this.#add(this.#argument);
      else this.#isComputed = true;
    } else if (this.#state === 'call') {
      this.#argument = token;
      if (kind === 'text') return 'argument';
      this.#isComputed = true;
    } else if (this.#state === 'import' && value === '(' && kind === 'sign') return 'call';
    else if (this.#state !== 'none' && kind === 'text') this.#add(token);
    const isMember = this.#last === '.' && this.#beforeLast !== '.';
    if (kind !== 'word' || isMember) return 'none';
    if (value === 'from') return 'module';
    return value === 'import' || value === 'require' ? 'import' : 'none';
  }

  #add(token: CodeToken | undefined): void {
    const named = token ? specifierUrl(token.value) : '';
    if (registry.test(named)) this.found.add(named);
    else if (packageName.test(named) || address.test(named)) this.#hasUnread = true;
  }

  /** Ends a part of a text: the next one is not beside it. */
  endPart(): void {
    [this.#state, this.#last, this.#beforeLast] = ['none', '', ''];
  }

  /** Returns whether an import may load what was not found. */
  finish(): boolean {
    if (this.#isComputed) for (const each of this.#named) this.found.add(each);
    return this.#hasUnread || (this.#isComputed && this.#hasComputedName);
  }
}

/** A page in JSX goes back to code where it ends or has a value. */
const backToCode = /<\/|\/>|\{/;
const endOfPage = /<\/|\/>/;
const calling = /\bimport\s{0,20}[(/]/;
const readAfter = 1000;

/** Returns whether what looks like a text or comment in JSX may have code in it that imports. */
const mayHaveCode = (text: string, [from, end]: readonly [number, number], kind: string): boolean => {
  const piece = text.slice(from, end);
  if (kind === 'code') return importing.test(piece);
  if (kind === 'comment') return endOfPage.test(piece) ? importing.test(piece) : calling.test(piece);
  return backToCode.test(piece) && importing.test(text.slice(from, end + readAfter));
};

/** Reads a text, and what is in its pieces as long as all of them are not far longer. */
const readPieces = (text: string, isJsx: boolean): ModuleSpecifiers => {
  const reader = new ImportReader();
  let isUncertain = false;
  let left = 3 * text.length + 64 * 1024;
  const open = [text];
  for (const part of open) {
    left -= part.length;
    if (left < 0) return { found: reader.found, isUncertain: true };
    const report: CodeReport = {
      isUncertain: false,
      skipped: (from, end, kind) => {
        const [, stated = ''] = (kind === 'comment' && pragma.exec(part.slice(from, end))) || [];
        const source = specifierUrl(stated);
        if (registry.test(source)) reader.found.add(source);
        if (isJsx && mayHaveCode(part, [from, end], kind)) open.push(part.slice(from, end + readAfter));
      },
    };
    for (const token of new CodeTokenizer(part, { report, isJsx }).tokens()) reader.read(token);
    reader.endPart();
    if (part === text) isUncertain = report.isUncertain;
  }
  return { found: reader.found, isUncertain: reader.finish() || isUncertain };
};

/**
 * Reads the modules of registries and addresses that a text imports, in time that is linear in it.
 * @param isJsx whether the text may have pages in it, whose quotes are none of code.
 */
export const moduleSpecifiers = (text: string, isJsx: boolean): ModuleSpecifiers =>
  mayHaveSpecifier(text) ? readPieces(text, isJsx) : { found: new Set(), isUncertain: false };
