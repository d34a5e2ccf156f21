import { createHash } from 'node:crypto';
import { asTable, member } from '@scangate/engines/inventory/parse/untrusted-value';
import type { SchemaViolation } from '../schema-violation.ts';
import { checkDepth, checkHead } from './check-head.ts';
import { collectViolations, maxViolations } from './collect-violations.ts';
import { loadBomValidator } from './load-bom-schema.ts';
import { itemsOf, outlineOf, type Piece } from './sbom-outline.ts';
import { SeenItems } from './seen-items.ts';

const isUniqueList = (schema: unknown, key: string): boolean =>
  member(member(member(schema, 'properties'), key), 'uniqueItems') === true;

/** The characters of a text that are encoded at once. */
const hashedAtOnce = 65_536;

const digestOfText = (text: string): Uint8Array => {
  const hash = createHash('sha256');
  for (let at = 0; at < text.length; at += hashedAtOnce) hash.update(text.slice(at, at + hashedAtOnce));
  return hash.digest();
};

/** Returns a place for the items of each list that has several pieces and may not repeat an item. */
const seenItemsOf = (pieces: readonly Piece[], schema: unknown, text: string): Map<string, SeenItems> => {
  const inPieces = pieces.filter(({ key, done }) => done > 0 && isUniqueList(schema, key));
  const counts = new Map(inPieces.map(({ key, done, count }) => [key, done + count]));
  if (counts.size === 0) return new Map();
  const salt = digestOfText(text);
  return new Map([...counts].map(([key, count]) => [key, new SeenItems(count, salt)]));
};

const repeated = (key: string): SchemaViolation => ({
  pointer: `/${key}`,
  code: 'uniqueItems',
  detail: 'No two items of this list may be equal.',
});

/** Returns the pieces in rounds: first that with which each list begins, then each further one by itself. */
const roundsOf = (pieces: readonly Piece[]): Piece[][] => [
  pieces.filter(({ done }) => done === 0),
  ...pieces.filter(({ done }) => done > 0).map((piece) => [piece]),
];

/**
 * Lists the violations of a document as `validateSbom` does, without having it in memory: the schema says nothing about a
 * list as a whole but that its items differ, so pieces of it are parsed and validated one after the other. A single item,
 * and a member that is no list, is parsed whole.
 * @param text the bytes of the document as characters of Latin-1.
 * @throws SyntaxError if it is no JSON.
 */
export const validateSbomText = async (text: string): Promise<SchemaViolation[]> => {
  const deep = checkDepth(text);
  if (deep) return [deep];
  const { others, pieces } = outlineOf(text);
  const head = checkHead(others);
  if (head) return [head];
  const { bomFormat, specVersion } = others as Record<string, string>;
  const validator = await loadBomValidator(specVersion ?? '');
  const violations: SchemaViolation[] = [];
  const inPieces = seenItemsOf(pieces, validator.validate.schema, text);
  const ended = new Set<string>();
  for (const [round, parts] of roundsOf(pieces).entries()) {
    if (violations.length >= maxViolations) break;
    const open = parts.filter(({ key }) => !ended.has(key));
    const lists = new Map(open.map((part) => [part.key, itemsOf(text, part)]));
    const around = round === 0 ? others : { bomFormat, specVersion };
    const document = Object.fromEntries([...Object.entries(asTable(around) ?? {}), ...lists]);
    const before = violations.length;
    const done = new Map(open.map((part) => [part.key, part.done]));
    collectViolations(validator, { document, done }, violations);
    for (const { code, pointer } of violations.slice(before))
      if (code === 'uniqueItems') ended.add(pointer.slice(1));
    for (const [key, items] of lists) {
      if (ended.has(key) || !inPieces.get(key)?.repeats(items)) continue;
      ended.add(key);
      violations.push(repeated(key));
    }
  }
  return violations.slice(0, maxViolations);
};
