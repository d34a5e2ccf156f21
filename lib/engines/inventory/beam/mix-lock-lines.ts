import type { ComponentHash } from '@scangate/engines/model/component';
import { addFileHash, hexHash, sortFileHashes } from '../hashes.ts';
import type { FoundPackage } from '../lockfile-reader.ts';
import { LineCursor } from '../parse/lines.ts';
import { tryParse } from '../parse/parse-document.ts';
import { itemsOf, parseElixirTerm, type ElixirTerm } from './elixir-terms.ts';

/** A package of Hex as Mix writes it, on one line. */
const usualEntry =
  / {2}"(\w+)": \{:hex, :(\w+), "([\w.+-]+)", "(\w*)", \[(?::\w+(?:, )?){0,20}\], \[((?:\{:\w+, "[^"\\#\n]*", \[hex: :\w+, repo: "hexpm", optional: (?:true|false)\]\}(?:, )?){0,200})\], "hexpm", "(\w*)"\},?\n/y;
/** The name of a dependency in such an entry, and whether it is optional. */
const dependency = /\{:(\w+), "[^"]*", \[hex: :\w+, repo: "hexpm", optional: (true|false)\]\}/g;
const longestEntry = 2048;
const longestKey = 512;

const hashesOf = (inner: string, outer: string): ComponentHash[] => {
  const hashes: ComponentHash[] = [];
  for (const sum of [inner, outer]) {
    const hash = hexHash('sha256', sum);
    if (hash) addFileHash(hashes, hash);
  }
  return sortFileHashes(hashes);
};

/** Reads a package of Hex as Mix writes it; undefined where anything else is next. */
const usualPackage = (lines: LineCursor): FoundPackage | undefined => {
  const entry = lines.match(usualEntry);
  if (!entry) return undefined;
  const [whole, key, name, version] = [entry[0], entry[1]!, entry[2]!, entry[3]!];
  if (whole.length > longestEntry || key.length > longestKey) {
    lines.putBack(entry);
    return undefined;
  }
  const [dependsOn, optionallyDependsOn]: [string[], string[]] = [[], []];
  for (const [, needed, isOptional] of entry[5]!.matchAll(dependency))
    (isOptional === 'true' ? optionallyDependsOn : dependsOn).push(needed!);
  const hashes = hashesOf(entry[4]!, entry[6]!);
  return { key, name, version, ecosystem: 'Hex', hashes, dependsOn, optionallyDependsOn };
};

/** More lines of other forms are not worth to be read one by one. */
const mostOtherLines = 200;

/**
 * Reads the entries of a map that has each of them on lines of its own, as Mix writes it: packages of Hex in the usual
 * form, and the terms of others. Undefined for a text that has to be read as a whole.
 */
export const usualEntries = (text: string): (FoundPackage | ElixirTerm)[] | undefined => {
  const entries: (FoundPackage | ElixirTerm)[] = [];
  const lines = new LineCursor(text);
  if (lines.take() !== '%{') return undefined;
  let others = 0;
  while (!lines.isAtEnd) {
    const usual = usualPackage(lines);
    if (usual) {
      entries.push(usual);
      continue;
    }
    const line = lines.take();
    if (line === '}') return lines.rest.trim() === '' ? entries : undefined;
    // A comment may hide a brace.
    if (line.includes('#')) return undefined;
    others += 1;
    // A line that is a part of a term is no map when it stands alone.
    const term = others > mostOtherLines ? undefined : tryParse(`%{${line}}`, parseElixirTerm);
    if (term?.kind !== 'tuple') return undefined;
    for (const item of itemsOf(term)) entries.push(item);
  }
  return undefined;
};
