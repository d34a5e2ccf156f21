import { minEntropies } from './entropy-limits.ts';
import { entropyOf } from './text-randomness.ts';

const maxBlock = 16_384;
const lookedAt = 3000;
const minMaterial = 56;

/** Finds the block from a `BEGIN` line to its `END` line, or up to the maximum length of a key without one. */
export const keyBlock = (
  { text }: { text: string },
  start: number,
  end: number,
): { start: number; end: number } => {
  const rest = text.slice(end, end + maxBlock);
  const closing = rest.search(/---- ?END/);
  if (closing === -1) return { start, end: Math.min(end + lookedAt, text.length) };
  const closed = rest.indexOf('----', closing + 8);
  return { start, end: end + (closed === -1 ? closing : Math.min(closed + 5, rest.length)) };
};

/** Splits a block into lines: by line feeds, by escapes in one string, or by quoted pieces. */
const linesOf = (block: string): string[] =>
  block
    .slice(0, lookedAt)
    .split(/\\{1,4}[nrt]|\s|%0[AaDd]|&#1[03];/)
    .map((line) => line.replace(/^[^A-Za-z0-9+/]{0,8}/, '').replace(/[^A-Za-z0-9+/=]{0,8}$/, ''));

/** Returns whether a block holds a key, not just a header, an ellipsis or program text. */
export const hasKeyMaterial = (block: string): boolean => {
  const material = linesOf(block)
    .filter((line) => /^[A-Za-z0-9+/]{28,3000}={0,2}$/.test(line))
    .join('');
  return material.length >= minMaterial && entropyOf(material) >= minEntropies.keyBlock;
};
