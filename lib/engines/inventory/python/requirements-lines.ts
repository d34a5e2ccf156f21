import type { ComponentHash } from '@scangate/engines/model/component';
import { addFileHash, sha256At } from '../hashes.ts';
import { linesOf } from '../parse/lines.ts';

/** One logical line of a requirements file, with the comments that follow it. */
export interface RequirementLine {
  text: string;
  /** The hashes that follow on lines of their own, as tools write them; those of any other form are in the text. */
  hashes: ComponentHash[];
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

/** Joins continued lines and separates comments from requirements, as pip does. */
export const requirementLines = (text: string): RequirementLine[] => {
  const lines: RequirementLine[] = [];
  const open = new ContinuedLine();
  let insideVia = false;
  for (const physical of linesOf(text)) {
    const trimmed = physical.trim();
    if (trimmed.startsWith('#')) {
      insideVia = addVia(lines.at(-1), trimmed, insideVia);
      continue;
    }
    const comment = commentIn(physical);
    const code = comment === -1 ? physical : physical.slice(0, comment);
    const continued = comment === -1 && code.endsWith('\\');
    const part = continued ? code.slice(0, -1) : code;
    if (comment !== -1 || !open.addHash(trimmed, part)) open.add(part);
    if (continued) continue;
    const line = open.take();
    insideVia = false;
    if (line.text === '') continue;
    lines.push(line);
    insideVia = comment !== -1 && addVia(line, physical.slice(comment).trim(), false);
  }
  const rest = open.isOpen ? open.take() : undefined;
  if (rest && rest.text !== '') lines.push(rest);
  return lines;
};
