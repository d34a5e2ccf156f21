import { linesOf } from './lines.ts';

/** A statement of a Ruby program, which is read line by line and never run. */
export interface RubyStatement {
  /** The statement without its comment. */
  text: string;
  /** The same with empty texts. */
  code: string;
}

const closing: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>' };
/** `%w[`, `%q(`, and `%(` where a text may begin. */
const percentLiteral = /^%(?:[qQwWiIxrs][^\w\s]|[([{<|!])/;
const longest = { statement: 2000, lines: 100 };

interface Scanned {
  end: number;
  code: string;
  isOpen: boolean;
}

/** Returns the literal that begins at a position: the sign that ends it, and where its content begins. */
const literalAt = (line: string, at: number): { close: string; from: number } | undefined => {
  const sign = line.charAt(at);
  if (sign === '"' || sign === "'" || sign === '`') return { close: sign, from: at + 1 };
  if (sign !== '%' || /[\w)\]"']\s?$/.test(line.slice(Math.max(0, at - 2), at))) return undefined;
  const [found] = percentLiteral.exec(line.slice(at, at + 3)) ?? [];
  if (found === undefined) return undefined;
  const open = found.charAt(found.length - 1);
  return { close: closing[open] ?? open, from: at + found.length };
};

/** Goes through a statement up to its comment. A `#` inside a text does not start one. */
const scan = (line: string): Scanned => {
  let code = '';
  for (let at = 0; at < line.length; at += 1) {
    const sign = line.charAt(at);
    const literal = literalAt(line, at);
    if (!literal && sign === '#') return { end: at, code, isOpen: false };
    if (!literal) {
      code += sign;
      continue;
    }
    for (at = literal.from; at < line.length && line[at] !== literal.close; at += 1)
      if (line[at] === '\\') at += 1;
    if (at >= line.length) return { end: line.length, code, isOpen: true };
    code += '""';
  }
  return { end: line.length, code, isOpen: false };
};

/** The text of another kind than code: a document in the program, a long comment, what follows the program. */
const hasDocument = (code: string): boolean => /<<[~-]?["'`A-Za-z_]/.test(code);
const endsCode = (line: string): boolean => /^(?:=begin|__END__)/.test(line);

/**
 * Splits a program into its statements: a text that is open continues on the next line, and so does a call after a comma.
 * @returns undefined where the lines do not show which are code: beside a document in the program, or a text without an end.
 */
export const rubyStatements = (text: string): RubyStatement[] | undefined => {
  const statements: RubyStatement[] = [];
  let open = '';
  let openLines = 0;
  for (const physical of linesOf(text)) {
    const isComment = physical.trimStart().startsWith('#');
    if (endsCode(physical) || (physical.length > longest.statement && !isComment)) return undefined;
    const joined = open === '' ? physical.trim() : `${open} ${physical.trim()}`;
    const { end, code, isOpen } = scan(joined);
    if (hasDocument(code)) return undefined;
    const line = joined.slice(0, end).trim();
    if (line === '') continue;
    const isContinued = isOpen || line.endsWith(',');
    openLines = isContinued ? openLines + 1 : 0;
    if (openLines > longest.lines || joined.length > longest.statement) return undefined;
    if (!isContinued) statements.push({ text: line, code: code.trim() });
    open = isContinued ? line : '';
  }
  return open === '' ? statements : undefined;
};

/**
 * Returns whether a statement calls a function in its midst, as a value, or by its name as a text, so that its line does not
 * begin with the call.
 */
export const callsInside = ({ text, code }: RubyStatement, name: string): boolean => {
  for (let at = code.indexOf(name); at !== -1; at = code.indexOf(name, at + 1)) {
    const [before, after] = [code.charAt(at - 1), code.slice(at + name.length)];
    if (/\w/.test(before) || /^[\w?!]/.test(after) || at === 0) continue;
    if (!/^\s{0,20}(?:=>|:(?!:))/.test(after)) return true;
  }
  const isNamed = [`"${name}"`, `'${name}'`].some((each) => text.includes(each));
  return isNamed && /\b(?:send|__send__|public_send|method)\b/.test(code);
};

const opening = '([{';
const ending = ')]}';

/**
 * Splits the arguments of a call, from what follows the name of its method, without the parentheses around them.
 * @returns undefined where brackets or texts have no end, and where anything follows the parentheses.
 */
export const rubyArguments = (text: string): string[] | undefined => {
  const call = text.trimStart();
  const inner = call.startsWith('(') ? 1 : 0;
  const found: string[] = [];
  const open: string[] = [];
  let from = inner;
  for (let at = inner; at < call.length; at += 1) {
    const sign = call.charAt(at);
    const literal = literalAt(call, at);
    if (literal) {
      for (at = literal.from; at < call.length && call[at] !== literal.close; at += 1)
        if (call[at] === '\\') at += 1;
      if (at >= call.length) return undefined;
    } else if (opening.includes(sign)) open.push(closing[sign] ?? '');
    else if (ending.includes(sign) && open.length > 0) {
      if (open.pop() !== sign) return undefined;
    } else if (ending.includes(sign)) {
      if (inner === 0 || sign !== ')' || call.slice(at + 1).trim() !== '') return undefined;
      return [...found, call.slice(from, at).trim()].filter(Boolean);
    } else if (sign === ',' && open.length === 0) {
      found.push(call.slice(from, at).trim());
      from = at + 1;
    }
  }
  if (open.length > 0 || inner === 1) return undefined;
  return [...found, call.slice(from).trim()].filter(Boolean);
};
