import type { ComponentHash } from '@scangate/engines/model/component';
import { addFileHash, sortFileHashes } from '../hashes.ts';
import type { LineCursor } from '../parse/lines.ts';
import type { Pin, RequirementLine } from './requirement-line.ts';

export const hashOption = '--hash=sha256:';

/** A pin with its hashes and the comment about who needs it, as pip-compile and uv write them. */
const usualPin =
  /[A-Za-z0-9][\w.-]*==[\w.!+-]+(?: \\\n {4}--hash=sha256:[\da-f]+){0,500}\n(?: {4}# via [\w.-]+\n)?/y;
const [lineFeed, blank, backslash] = [0x0a, 0x20, 0x5c];
const hashMark = ` \\\n    ${hashOption}`;
const hashDigits = 64;
const hashLength = hashMark.length + hashDigits;
const viaMark = '    # via ';

/** Returns where a version ends that is matched as one of a usual pin. */
const endOfVersion = (text: string, from: number): number => {
  let at = from;
  while (text.charCodeAt(at) > blank) at += 1;
  return at;
};

/** Returns where hashes end that are matched as those of a usual pin; -1 where one has another length. */
const endOfHashes = (text: string, from: number): number => {
  let at = from;
  while (text.charCodeAt(at) !== lineFeed) {
    const end = text.indexOf('\n', at + hashMark.length);
    at += hashLength;
    const goesOn = text.charCodeAt(end - 1) === backslash;
    if (at !== (goesOn ? end - 2 : end)) return -1;
  }
  return at;
};

/** Compares two hashes of a text by their positions: strings that are parts of a text are compared far slower. */
const compareHashes = (text: string, a: number, b: number): number => {
  for (let at = 0; at < hashDigits; at += 1) {
    const difference = text.charCodeAt(a + at) - text.charCodeAt(b + at);
    if (difference !== 0) return difference;
  }
  return 0;
};

const hashAt = (text: string, from: number): ComponentHash => ({
  alg: 'SHA-256',
  content: text.slice(from, from + hashDigits),
});

/** Returns the hashes between two positions, sorted. Most releases have a wheel and an archive. */
const hashesBetween = (text: string, from: number, to: number): ComponentHash[] => {
  const first = from + hashMark.length;
  const second = first + hashLength;
  if (first > to) return [];
  if (second > to) return [hashAt(text, first)];
  if (second + hashDigits === to) {
    const order = compareHashes(text, first, second);
    if (order === 0) return [hashAt(text, first)];
    return order < 0
      ? [hashAt(text, first), hashAt(text, second)]
      : [hashAt(text, second), hashAt(text, first)];
  }
  const hashes: ComponentHash[] = [];
  for (let at = first; at < to; at += hashLength) addFileHash(hashes, hashAt(text, at));
  return sortFileHashes(hashes);
};

/** A line that is its own pin: an object less for each package. */
class PinLine implements RequirementLine, Pin {
  readonly text: string;
  readonly hashes: ComponentHash[];
  readonly via: string[];
  readonly pin: Pin = this;
  name = '';
  version = '';

  constructor(text: string, hashes: ComponentHash[], via: string[]) {
    this.text = text;
    this.hashes = hashes;
    this.via = via;
  }
}

/**
 * Takes a pin with its hashes and the comment about who needs it, as pip-compile and uv write them.
 * @returns undefined where anything else is next.
 */
export const takeUsualPin = (lines: LineCursor): RequirementLine | undefined => {
  const { text, at: from } = lines;
  const end = lines.matchEnd(usualPin);
  if (end === -1) return undefined;
  const ofName = text.indexOf('=', from);
  const start = ofName + 2;
  const to = endOfVersion(text, start);
  const ofHashes = endOfHashes(text, to);
  if (ofHashes === -1) {
    lines.goTo(from);
    return undefined;
  }
  const next = ofHashes + 1;
  const via = next === end ? [] : [text.slice(next + viaMark.length, end - 1)];
  const line = new PinLine(text.slice(from, to), hashesBetween(text, to, ofHashes), via);
  line.name = text.slice(from, ofName);
  line.version = text.slice(start, to);
  return line;
};
