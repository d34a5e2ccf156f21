import { asciiClass, endOfClass } from '@scangate/engines/text/ascii-class';
import type { LineCursor } from '../parse/lines.ts';

/** A gem as Bundler writes it. */
interface UsualGem {
  /** `name (version-platform)`, which also names its checksums. */
  called: string;
  name: string;
  version: string;
  platform: string | undefined;
  /** The lines of the gems that it depends on: `      name (range)`. */
  needs: string;
}

interface UsualChecksum {
  of: string;
  stated: string;
}

/** Visible characters that are no parentheses. */
const visible = asciiClass(/[!-'*-~]/);
const inVersion = asciiClass(/[!-'*-,.-~]/);
const inNeed = asciiClass(/["-'*-~]/);
const inRange = asciiClass(/[^()\n]/);
const inSum = asciiClass(/\w/);
const [lineFeed, dash] = [0x0a, 0x2d];
const [gemIndent, checksumIndent] = ['    ', '  '];
const [opening, closing] = [' (', ')\n'];
const sumMark = ') sha256=';
const sumStart = sumMark.indexOf('s');
const algorithmLength = sumMark.length - sumStart;

/** The indent of the gems that a gem depends on. */
export const needIndent = '      ';

/** Longer names and lines are left to the expressions that limit them. */
const longestUsual = 100;
const mostNeeds = 500;

/** Returns where the line ends that names a gem which another one depends on; its beginning where anything else is. */
const endOfNeed = (text: string, from: number): number => {
  if (!text.startsWith(needIndent, from)) return from;
  const start = from + needIndent.length;
  const ofName = endOfClass(text, inNeed, start);
  if (ofName === start) return from;
  if (text.charCodeAt(ofName) === lineFeed) return ofName + 1;
  const range = ofName + opening.length;
  const end = text.startsWith(opening, ofName) ? endOfClass(text, inRange, range) : range;
  return end > range && text.startsWith(closing, end) ? end + closing.length : from;
};

/** Returns where the lines end that name what a gem depends on; -1 where one is too long. */
const endOfNeeds = (text: string, from: number): number => {
  let at = from;
  for (let count = 0; count < mostNeeds; count += 1) {
    const end = endOfNeed(text, at);
    if (end === at) break;
    if (end - 1 - at > longestUsual) return -1;
    at = end;
  }
  return at;
};

/** Takes a gem with its needs, as Bundler writes them; undefined where anything else is next. */
export const takeUsualGem = (lines: LineCursor): UsualGem | undefined => {
  const { text, at } = lines;
  if (!text.startsWith(gemIndent, at)) return undefined;
  const start = at + gemIndent.length;
  const ofName = endOfClass(text, visible, start);
  if (ofName === start || !text.startsWith(opening, ofName)) return undefined;
  const from = ofName + opening.length;
  const to = endOfClass(text, inVersion, from);
  const hasPlatform = text.charCodeAt(to) === dash;
  const end = hasPlatform ? endOfClass(text, visible, to + 1) : to;
  const isUsual = to > from && !(hasPlatform && end === to + 1) && text.startsWith(closing, end);
  if (!isUsual || end + 1 - at > longestUsual) return undefined;
  const needs = end + closing.length;
  const next = endOfNeeds(text, needs);
  if (next === -1) return undefined;
  lines.goTo(next);
  return {
    called: text.slice(start, end + 1),
    name: text.slice(start, ofName),
    version: text.slice(from, to),
    platform: hasPlatform ? text.slice(to + 1, end) : undefined,
    needs: text.slice(needs, next),
  };
};

/**
 * Takes the only checksum of a gem; undefined where anything else is next.
 * @param expected what the gem is probably called: nearly all checksums are in the order of the gems. The same string is found in
 * a fraction of the time that an equal one takes.
 */
export const takeUsualChecksum = (lines: LineCursor, expected = ''): UsualChecksum | undefined => {
  const { text, at } = lines;
  if (!text.startsWith(checksumIndent, at)) return undefined;
  const start = at + checksumIndent.length;
  const ofName = endOfClass(text, visible, start);
  if (ofName === start || !text.startsWith(opening, ofName)) return undefined;
  const from = ofName + opening.length;
  const to = endOfClass(text, visible, from);
  if (to === from || !text.startsWith(sumMark, to)) return undefined;
  const sum = to + sumStart;
  const end = endOfClass(text, inSum, sum + algorithmLength);
  const isUsual = end > sum + algorithmLength && text.charCodeAt(end) === lineFeed;
  if (!isUsual || to + 1 - start > longestUsual || end - sum > longestUsual) return undefined;
  lines.goTo(end + 1);
  const isExpected = expected.length === to + 1 - start && text.startsWith(expected, start);
  return { of: isExpected ? expected : text.slice(start, to + 1), stated: text.slice(sum, end) };
};
