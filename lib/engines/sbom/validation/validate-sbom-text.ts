import { createHash } from 'node:crypto';
import { asTable, member } from '@scangate/engines/inventory/parse/untrusted-value';
import type { SchemaViolation } from '../schema-violation.ts';
import { checkDepth, checkHead } from './check-head.ts';
import { collectViolations, maxViolations } from './collect-violations.ts';
import { loadBomValidator } from './load-bom-schema.ts';
import { itemsOf, outlineOf, type Piece } from './sbom-outline.ts';

/** Returns a text that equal values share, whatever the order of their members. The depth is bounded. */
const canonical = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`);
  return `{${members.sort().join()}}`;
};

/** Finds equal items of a list whose pieces are never in memory together. */
class SeenItems {
  readonly #digests = new Set<string>();

  /** Returns whether one of these was there before. */
  repeats(items: readonly unknown[]): boolean {
    const known = this.#digests.size;
    for (const item of items)
      this.#digests.add(createHash('sha256').update(canonical(item)).digest('binary'));
    return this.#digests.size < known + items.length;
  }
}

const repeated = (key: string): SchemaViolation => ({
  pointer: `/${key}`,
  code: 'uniqueItems',
  detail: 'No two items of this list may be equal.',
});

const isUniqueList = (schema: unknown, key: string): boolean =>
  member(member(member(schema, 'properties'), key), 'uniqueItems') === true;

/** Returns the pieces in rounds: first that with which each list begins, then each further one by itself. */
const roundsOf = (pieces: readonly Piece[]): Piece[][] => [
  pieces.filter(({ done }) => done === 0),
  ...pieces.filter(({ done }) => done > 0).map((piece) => [piece]),
];

/**
 * Lists the violations of a document as `validateSbom` does, without having it in memory: the schema says nothing about a
 * list as a whole but that its items differ, so pieces of it are parsed and validated one after the other. A single item,
 * and a member that is no list, is parsed whole.
 * @throws SyntaxError if it is no JSON.
 */
export const validateSbomText = async (text: string): Promise<SchemaViolation[]> => {
  const deep = checkDepth(text);
  if (deep) return [deep];
  const { others, pieces } = outlineOf(text) ?? { others: JSON.parse(text) as unknown, pieces: [] };
  const head = checkHead(others);
  if (head) return [head];
  const { bomFormat, specVersion } = others as Record<string, string>;
  const validator = await loadBomValidator(specVersion ?? '');
  const violations: SchemaViolation[] = [];
  const inPieces = new Map(pieces.filter(({ done }) => done > 0).map(({ key }) => [key, new SeenItems()]));
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
      if (ended.has(key) || !isUniqueList(validator.validate.schema, key)) continue;
      if (!inPieces.get(key)?.repeats(items)) continue;
      ended.add(key);
      violations.push(repeated(key));
    }
  }
  return violations.slice(0, maxViolations);
};
