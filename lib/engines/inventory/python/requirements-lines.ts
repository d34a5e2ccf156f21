import type { ComponentHash } from '@scangate/engines/model/component';
import { addFileHash, sha256At } from '../hashes.ts';
import { LineCursor, withPythonBreaks } from '../parse/lines.ts';

/** One logical line of a requirements file, with the comments that follow it. */
export interface RequirementLine {
  text: string;
  /** The hashes that follow on lines of their own, as tools write them; those of any other form are in the text. */
  hashes: ComponentHash[];
  /** Whether the text is a name and a version as tools write pins. */
  isPin: boolean;
  /** Names in the `# via` comments of pip-compile and uv; empty without such comments. */
  via: string[];
}

const maxVia = 200;

const addVia = (line: RequirementLine | undefined, comment: string, inside: boolean): boolean => {
  const said = comment.slice(1).trim();
  const begins = said.startsWith('via') && /^via\b/.test(said);
  if (line === undefined || !(begins || inside)) return false;
  const listed = begins ? said.slice(3) : said;
  if (!listed.includes(',')) {
    if (listed !== '' && line.via.length < maxVia) line.via.push(listed.trim());
    return true;
  }
  for (const needer of listed.split(',', maxVia))
    if (needer.trim() && line.via.length < maxVia) line.via.push(needer.trim());
  return true;
};

/** Returns where the comment of a line begins, -1 without one. */
const commentIn = (line: string): number => (line.includes('#') ? line.search(/\s#/) : -1);

const hashOption = '--hash=sha256:';
const pin = /^[A-Za-z0-9][A-Za-z0-9._-]*==[A-Za-z0-9._!+-]+ ?$/;

/** Collects the parts of one requirement, which continues over lines. */
class ContinuedLine {
  #parts: string[] = [];
  #hashes: ComponentHash[] = [];
  /** The lines of the hashes, which are put back before any other option. */
  #hashLines: string[] = [];

  get isOpen(): boolean {
    return this.#parts.length > 0;
  }

  /** Adds a line that has nothing but a hash. @returns whether it was one of a requirement. */
  addHash(trimmed: string, part: string): boolean {
    const [first, ...others] = this.#parts.slice(0, 2);
    if (first === undefined || !trimmed.startsWith(hashOption)) return false;
    if (this.#hashLines.length === 0 && (others.length > 0 || !pin.test(first))) return false;
    const hash = sha256At(trimmed, hashOption.length, ' \\');
    if (!hash || trimmed.length > hashOption.length + 66) return false;
    addFileHash(this.#hashes, hash);
    this.#hashLines.push(part);
    return true;
  }

  add(part: string): void {
    for (const line of this.#hashLines) this.#parts.push(line);
    this.#parts.push(part);
    this.#hashLines = [];
    this.#hashes = [];
  }

  /** Returns the collected line, and begins another one. */
  take(): RequirementLine {
    const line = { text: this.#parts.join('').trim(), hashes: this.#hashes, isPin: false, via: [] };
    this.#parts = [];
    this.#hashLines = [];
    this.#hashes = [];
    return line;
  }
}

const hashLine = ` \\\n    ${hashOption}`;
/** A pin with its hashes and the comment about who needs it, as pip-compile and uv write them. */
const usualPin =
  /[A-Za-z0-9][\w.-]*==[\w.!+-]+(?: \\\n {4}--hash=sha256:[\da-f]+){0,500}\n(?: {4}# via [\w.-]+\n)?/y;
const viaMark = '    # via ';
const backslash = 0x5c;
const hashDigits = 64;

/** Returns where the line that goes on at a position ends, without the backslash before its break. */
const endOfPart = (text: string, from: number): number => {
  const end = text.indexOf('\n', from);
  return text.charCodeAt(end - 1) === backslash ? end - 2 : end;
};

/** Reads a requirement as tools write it; undefined where anything else is next. */
const usualLine = (lines: LineCursor): RequirementLine | undefined => {
  const from = lines.at;
  const end = lines.matchEnd(usualPin);
  if (end === -1) return undefined;
  const { text } = lines;
  const equal = text.indexOf('=', from);
  const to = endOfPart(text, equal);
  let hashes: ComponentHash[] | undefined;
  let first: ComponentHash | undefined;
  let at = to;
  while (text.startsWith(hashLine, at)) {
    const start = at + hashLine.length;
    at = endOfPart(text, start);
    if (at - start !== hashDigits) {
      lines.goTo(from);
      return undefined;
    }
    const hash: ComponentHash = { alg: 'SHA-256', content: text.slice(start, at) };
    // A list that grows has room for many; most releases have one file or two.
    if (!first) first = hash;
    else if (hashes) addFileHash(hashes, hash);
    else if (hash.content !== first.content) hashes = [first, hash];
  }
  const isNeeded = at + 1 < end;
  return {
    text: text.slice(from, to),
    hashes: hashes ?? (first ? [first] : []),
    isPin: true,
    via: isNeeded ? [text.slice(at + 1 + viaMark.length, end - 1)] : [],
  };
};

/** Visits the lines of a requirements file: continued ones are joined, and comments separated, as by pip. */
export const eachRequirementLine = (text: string, visit: (line: RequirementLine) => void): void => {
  const open = new ContinuedLine();
  const lines = new LineCursor(withPythonBreaks(text));
  let last: RequirementLine | undefined;
  let insideVia = false;
  const add = (line: RequirementLine): void => {
    if (line.text === '') return;
    last = line;
    visit(line);
  };
  while (!lines.isAtEnd) {
    const usual = open.isOpen ? undefined : usualLine(lines);
    if (usual) {
      add(usual);
      insideVia = usual.via.length > 0;
      continue;
    }
    const physical = lines.take();
    const trimmed = physical.trim();
    if (trimmed.startsWith('#')) {
      // For pip, a comment ends the line that goes on before it.
      if (open.isOpen) add(open.take());
      insideVia = addVia(last, trimmed, insideVia);
      continue;
    }
    const comment = commentIn(physical);
    const code = comment === -1 ? physical : physical.slice(0, comment);
    const continued = comment === -1 && code.endsWith('\\');
    const part = continued ? code.slice(0, -1) : code;
    if (comment !== -1 || !open.addHash(trimmed, part)) open.add(part);
    if (continued) continue;
    const line = open.take();
    add(line);
    insideVia = line.text !== '' && comment !== -1 && addVia(line, physical.slice(comment).trim(), false);
  }
  if (open.isOpen) add(open.take());
};

/** Returns the lines of a requirements file. */
export const requirementLines = (text: string): RequirementLine[] => {
  const lines: RequirementLine[] = [];
  eachRequirementLine(text, (line) => void lines.push(line));
  return lines;
};
