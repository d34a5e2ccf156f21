import type { ComponentHash } from '@scangate/engines/model/component';
import { addFileHash, sha256At } from '../hashes.ts';
import { LineCursor } from '../parse/lines.ts';

/** One logical line of a requirements file, with the comments that follow it. */
export interface RequirementLine {
  text: string;
  /** The hashes that follow on lines of their own, as tools write them; those of any other form are in the text. */
  hashes: ComponentHash[];
  /** The name and the version of a requirement that is written as tools write pins. */
  pin?: { name: string; version: string };
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
    const line = { text: this.#parts.join(' ').trim(), hashes: this.#hashes, via: [] };
    this.#parts = [];
    this.#hashLines = [];
    this.#hashes = [];
    return line;
  }
}

const hashLine = ` \\\n    ${hashOption}`;
/** A pin with its hashes and the comment about who needs it, as pip-compile and uv write them. */
const usualPin =
  /([A-Za-z0-9][\w.-]*)==([\w.!+-]+)((?: \\\n {4}--hash=sha256:\w+){0,500})\n(?: {4}# via ([\w.-]+)\n)?/y;

/** Reads the hashes between two positions; undefined when one of them is no SHA-256. */
const usualHashes = (text: string, from: number, to: number): ComponentHash[] | undefined => {
  const hashes: ComponentHash[] = [];
  let at = from;
  while (at < to) {
    const hash = text.startsWith(hashLine, at) ? sha256At(text, at + hashLine.length, '') : undefined;
    if (!hash) return undefined;
    addFileHash(hashes, hash);
    at += hashLine.length + hash.content.length;
  }
  return at === to ? hashes : undefined;
};

/** Reads a requirement as tools write it; undefined where anything else is next. */
const usualLine = (lines: LineCursor): RequirementLine | undefined => {
  const found = lines.match(usualPin);
  if (!found) return undefined;
  const [name, version, stated, via] = [found[1]!, found[2]!, found[3]!, found[4]];
  const end = found.index + name.length + 2 + version.length;
  const hashes = usualHashes(lines.text, end, end + stated.length);
  if (!hashes) {
    lines.putBack(found);
    return undefined;
  }
  const text = lines.text.slice(found.index, end);
  return { text, hashes, pin: { name, version }, via: via === undefined ? [] : [via] };
};

/** Visits the lines of a requirements file: continued ones are joined, and comments separated, as by pip. */
export const eachRequirementLine = (text: string, visit: (line: RequirementLine) => void): void => {
  const open = new ContinuedLine();
  const lines = new LineCursor(text);
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
