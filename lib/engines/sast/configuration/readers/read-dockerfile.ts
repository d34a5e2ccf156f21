import type { Spot } from '../config-node.ts';
import { endsOfHeredocs, heredocsIn, type EndOfHeredoc, type Heredoc } from './heredocs.ts';

/** One instruction of a Dockerfile. */
export interface Instruction extends Spot {
  /** In capital letters; `RUN` for `ONBUILD RUN …`. */
  name: string;
  /** The rest, with spaces in place of line breaks and comments, which keeps offsets. */
  args: string;
  /** The offset of `args`. */
  argsStart: number;
  /** Set when a heredoc of it has no certain end; the lines after it are then read as instructions. */
  isOpen?: true;
}

interface Line extends Spot {
  text: string;
}

const linesOf = (text: string): Line[] => {
  const lines: Line[] = [];
  for (let start = 0; start <= text.length;) {
    const feed = text.indexOf('\n', start);
    const end = feed === -1 ? text.length : feed;
    lines.push({ text: text.slice(start, end), start, end });
    start = end + 1;
  }
  return lines;
};

const asciiBlanks = ' \t\r\f\v';

const withoutBlanks = (text: string): string => {
  let [from, to] = [0, text.length];
  while (from < to && asciiBlanks.includes(text.charAt(from))) from += 1;
  while (from < to && asciiBlanks.includes(text.charAt(to - 1))) to -= 1;
  return text.slice(from, to);
};

const directives = new Set(['syntax', 'escape', 'check']);

/** Returns the continuation character, which a directive may choose before the first other comment. */
const escapeOf = (lines: readonly Line[]): string => {
  for (const { text } of lines) {
    const line = text.replace('\uFEFF', '').trimStart();
    const equals = line.indexOf('=');
    const name = withoutBlanks(line.slice(1, Math.max(1, equals))).toLowerCase();
    if (!line.startsWith('#') || !directives.has(name)) break;
    if (name === 'escape') return withoutBlanks(line.slice(equals + 1)) === '`' ? '`' : '\\';
  }
  return '\\';
};

const isComment = (line: string): boolean => /^\s{0,1000}#/.test(line);
const isBlank = (line: string): boolean => line.trim() === '';

/** Returns the index of the last character of a line that is no blank. */
const lastOf = (text: string): number => {
  let at = text.length - 1;
  while (text.charAt(at) === '\r') at -= 1;
  while (text.charAt(at) === ' ' || text.charAt(at) === '\t') at -= 1;
  return at;
};

/** Returns a line without its continuation character. */
const joined = ({ text }: Line, escape: string): { code: string; continues: boolean } => {
  if (isComment(text) || isBlank(text)) return { code: ' '.repeat(text.length), continues: true };
  const at = lastOf(text);
  // Two of them are a character of the text.
  const continues = text.charAt(at) === escape && text.charAt(at - 1) !== escape;
  return { code: continues ? text.slice(0, at).padEnd(text.length) : text, continues };
};

/** Returns the index after the last line of an instruction's heredocs; undefined when one of them has no end. */
const afterHeredocs = (
  heredocs: readonly Heredoc[],
  from: number,
  endOf: EndOfHeredoc,
): number | undefined => {
  let next = from;
  for (const heredoc of heredocs) {
    const end = endOf(heredoc, next);
    if (end === undefined) return undefined;
    next = end + 1;
  }
  return next;
};

const mayHaveHeredocs = new Set(['RUN', 'COPY', 'ADD']);

const head = /^(\s{0,1000}(?:ONBUILD\s{1,100})?)([A-Za-z]{1,30})(?=\s|$)/i;

/** Returns whether the first line of a text, comments aside, may be an instruction. */
export const beginsWithInstruction = (text: string): boolean => {
  const lines = linesOf(text);
  const first = lines.find((line) => !isBlank(line.text) && !isComment(line.text));
  return first !== undefined && head.test(joined(first, escapeOf(lines)).code);
};

/** Reads the instructions of a Dockerfile, in linear time. Lines that hold no instruction are skipped. */
export const readDockerfile = (text: string): Instruction[] => {
  const lines = linesOf(text);
  const escape = escapeOf(lines);
  const endOf = endsOfHeredocs(lines.map((line) => line.text));
  const instructions: Instruction[] = [];
  for (let at = 0; at < lines.length;) {
    const first = lines[at]!;
    at += 1;
    if (isComment(first.text) || isBlank(first.text)) continue;
    let { code, continues } = joined(first, escape);
    const codes = [code];
    for (; continues && at < lines.length; at += 1) {
      ({ code, continues } = joined(lines[at]!, escape));
      codes.push(code);
    }
    const line = codes.join(' ');
    const [all, before = '', name = ''] = head.exec(line) ?? [];
    if (all === undefined) continue;
    const upper = name.toUpperCase();
    const heredocs = mayHaveHeredocs.has(upper) ? heredocsIn(line) : [];
    const next = heredocs && afterHeredocs(heredocs, at, endOf);
    const body = lines.slice(at, next ?? at).map((each) => each.text);
    at = next ?? at;
    const args = [line.slice(all.length), ...body].join(body.length > 0 ? '\n' : '');
    const argsStart = first.start + all.length;
    instructions.push({
      name: upper,
      args,
      argsStart,
      start: first.start + before.length,
      end: argsStart + args.length,
      ...(next === undefined && { isOpen: true }),
    });
  }
  return instructions;
};
