import type { ComponentHash } from '@scangate/engines/model/component';
import { addFileHash, sha256At, sortFileHashes } from '../hashes.ts';
import { hasPythonBreak, LineCursor, withPythonBreaks } from '../parse/lines.ts';
import type { RequirementLine } from './requirement-line.ts';
import { hashOption, takeUsualPin } from './usual-pin.ts';

export type { RequirementLine } from './requirement-line.ts';

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
    const text = this.#parts.join('').trim();
    const line = { text, hashes: sortFileHashes(this.#hashes), pin: undefined, via: [] };
    this.#parts = [];
    this.#hashLines = [];
    this.#hashes = [];
    return line;
  }
}

/** Goes over the lines of a requirements file, which end where they do for Python. */
class PythonLines {
  #lines: LineCursor;

  constructor(text: string) {
    this.#lines = new LineCursor(text);
  }

  get isAtEnd(): boolean {
    return this.#lines.isAtEnd;
  }

  takePin(): RequirementLine | undefined {
    return takeUsualPin(this.#lines);
  }

  /** Takes the next line. Few texts have other line breaks than the usual ones, and those in pins are. */
  take(): string {
    const { at } = this.#lines;
    const line = this.#lines.take();
    if (!hasPythonBreak(line)) return line;
    this.#lines = new LineCursor(withPythonBreaks(this.#lines.text));
    this.#lines.goTo(at);
    return this.#lines.take();
  }
}

/** Visits the lines of a requirements file: continued ones are joined, and comments separated, as by pip. */
export const eachRequirementLine = (text: string, visit: (line: RequirementLine) => void): void => {
  const open = new ContinuedLine();
  const lines = new PythonLines(text);
  let last: RequirementLine | undefined;
  let insideVia = false;
  const add = (line: RequirementLine): void => {
    if (line.text === '') return;
    last = line;
    visit(line);
  };
  while (!lines.isAtEnd) {
    const pinned = open.isOpen ? undefined : lines.takePin();
    if (pinned) {
      add(pinned);
      insideVia = pinned.via.length > 0;
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
