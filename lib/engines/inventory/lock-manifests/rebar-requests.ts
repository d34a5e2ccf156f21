import { siblingPath } from '@scangate/engines/units/paths';
import type { RequestedRange } from '../unmet-ranges.ts';
import type { ManifestReader, ManifestRequests } from './manifest-reader.ts';

const token =
  /%[^\n]{0,4000}|"((?:[^"\\]|\\[^]){0,2000})"|'((?:[^'\\]|\\[^]){0,200})'|([{[])|([}\]])|(,)|([a-z][\w@]{0,200})|\w+|[^]/g;

/** The depths of `{deps, [{name, "1.0"}]}`. */
const [termDepth, listDepth, entryDepth] = [1, 2, 3];

/**
 * Reads the list `deps` of the terms of a rebar.config: names, or tuples of a name with a version or a source. It is
 * read by its signs, because the other terms of the file may have forms that no lockfile has.
 */
const dependenciesIn = (text: string): { name: string; version?: string }[] => {
  const found: { name: string; version?: string }[] = [];
  let depth = 0;
  /** The position in the open term, and in the open entry. */
  let [at, place] = [0, 0];
  let isList = false;
  for (const [, quoted, quotedAtom, open, close, comma, plainAtom] of text.matchAll(token)) {
    const atom = quotedAtom ?? plainAtom;
    if (open !== undefined) {
      depth += 1;
      if (depth === termDepth) [at, isList] = [0, false];
      if (depth === entryDepth) place = 0;
    } else if (close !== undefined) depth = Math.max(0, depth - 1);
    else if (comma !== undefined) {
      if (depth === termDepth) at += 1;
      if (depth === entryDepth) place += 1;
    } else if (depth === termDepth && at === 0 && atom !== undefined) isList = atom === 'deps';
    else if (!isList || at !== 1) continue;
    else if (atom !== undefined && (depth === listDepth || (depth === entryDepth && place === 0)))
      found.push({ name: atom });
    else if (quoted !== undefined && depth === entryDepth && place === 1) {
      const last = found.at(-1);
      if (last) last.version = quoted;
    }
  }
  return found;
};

/** Reads what rebar.config requests for every profile, by application. */
export const rebarRequests: ManifestReader = ({ path, readText }): ManifestRequests => {
  const asked = dependenciesIn(readText(siblingPath(path, 'rebar.config')) ?? '');
  const ranges = asked.flatMap(({ name, version }): RequestedRange[] =>
    version === undefined ? [] : [{ name, range: version }],
  );
  return { names: asked.map(({ name }) => name), ranges };
};
