import type { Spot } from '../config-node.ts';
import { ends, heredocsIn, lastLines, type Heredoc, type LastLines } from './heredocs.ts';

/** One instruction of a Dockerfile. */
export interface Instruction extends Spot {
  /** In capital letters; `RUN` for `ONBUILD RUN …`. */
  name: string;
  /** The rest, with spaces in place of line breaks and comments, which keeps offsets. */
  args: string;
  /** The offset of `args`. */
  argsStart: number;
  /** Set when a heredoc of it has no end; the lines after it are then read as instructions. */
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

/** Returns the continuation character, which a directive may choose in the comments that a file begins with. */
const escapeOf = (lines: readonly Line[]): string => {
  for (const { text } of lines) {
    const [key = '', value] = text.replace('\uFEFF', '').split('=', 2);
    const name = key.slice(1).trim();
    if (!key.startsWith('#') || value === undefined || /\s/.test(name)) break;
    if (name.toLowerCase() === 'escape') return value.trim() === '`' ? '`' : '\\';
  }
  return '\\';
};

const isComment = (line: string): boolean => /^\s{0,1000}#/.test(line);
const isBlank = (line: string): boolean => line.trim() === '';

/** Returns a line without its continuation character. */
const joined = ({ text }: Line, escape: string): { code: string; continues: boolean } => {
  if (isComment(text) || isBlank(text)) return { code: ' '.repeat(text.length), continues: true };
  const trimmed = text.trimEnd();
  if (!trimmed.endsWith(escape)) return { code: text, continues: false };
  return { code: trimmed.slice(0, -1).padEnd(text.length), continues: true };
};

/** Returns the index after the last line of an instruction's heredocs; undefined when one of them has no end. */
const afterHeredocs = (
  lines: readonly Line[],
  from: number,
  { heredocs, lastOf }: { heredocs: readonly Heredoc[]; lastOf: LastLines },
): number | undefined => {
  let next = from;
  for (const heredoc of heredocs) {
    if ((lastOf(heredoc) ?? -1) < next) return undefined;
    while (!ends(heredoc, lines[next]!.text)) next += 1;
    next += 1;
  }
  return next;
};

const mayHaveHeredocs = new Set(['RUN', 'COPY', 'ADD']);

const head = /^(\s{0,1000}(?:ONBUILD\s{1,100})?)([A-Za-z]{1,30})(?=\s|$)/i;

/** Returns whether the first line of a text, comments aside, may be an instruction. */
export const beginsWithInstruction = (text: string): boolean => {
  const first = linesOf(text).find((line) => !isBlank(line.text) && !isComment(line.text));
  return first !== undefined && head.test(first.text);
};

/** Reads the instructions of a Dockerfile, in linear time. Lines that hold no instruction are skipped. */
export const readDockerfile = (text: string): Instruction[] => {
  const lines = linesOf(text);
  const escape = escapeOf(lines);
  const lastOf = lastLines(lines.map((line) => line.text));
  const instructions: Instruction[] = [];
  for (let at = 0; at < lines.length;) {
    const first = lines[at]!;
    const [all, before = '', name = ''] = head.exec(first.text) ?? [];
    at += 1;
    if (all === undefined || isComment(first.text)) continue;
    let { code, continues } = joined(first, escape);
    const codes = [code];
    for (; continues && at < lines.length; at += 1) {
      ({ code, continues } = joined(lines[at]!, escape));
      codes.push(code);
    }
    const line = codes.join(' ');
    const upper = name.toUpperCase();
    const heredocs = mayHaveHeredocs.has(upper) ? heredocsIn(line, escape) : [];
    const next = afterHeredocs(lines, at, { heredocs, lastOf });
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
