import { lowerBound } from '@scangate/engines/text/lower-bound';
import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  parseAllDocuments,
  visit,
  type Document,
  type Node,
  type Pair,
  type YAMLMap,
} from 'yaml';
import { olderBreaksIn, withUsualBreaks } from '@scangate/engines/text/yaml-breaks';
import { withinYamlDepth } from '@scangate/engines/text/yaml-nesting';
import { mapOf, type ConfigNode, type Entry, type MapNode, type Spot } from '../config-node.ts';
import { UnreadableConfiguration } from './unreadable-configuration.ts';

/** Deeper than people nest, and far from a stack overflow. */
const maxDepth = 200;
/** The limit of entries that merge keys (`<<`) may add to a file. */
const maxMerged = 100_000;

/** The documents of a stream, and the problems with the rest of it. */
export interface YamlStream {
  documents: ConfigNode[];
  /** True when a mapping has a key twice. */
  hasDuplicates: boolean;
}

interface State {
  anchors: Map<string, ConfigNode>;
  merged: number;
  hasDuplicates: boolean;
}

const spotOf = ({ range }: Node): Spot => ({ start: range?.[0] ?? 0, end: range?.[1] ?? 0 });

const nothing = ({ start, end }: Spot): ConfigNode => ({
  kind: 'text',
  value: '',
  isLiteral: true,
  start,
  end,
});

/** Adds the entries that `<<` merges, where the mapping has no such key itself. */
const withMerged = (map: MapNode, state: State): MapNode => {
  const merge = map.fields.get('<<');
  if (!merge) return map;
  const fields = new Map(map.fields);
  for (const source of merge.value.kind === 'list' ? merge.value.items : [merge.value]) {
    if (source.kind !== 'map') continue;
    state.merged += source.fields.size;
    if (state.merged > maxMerged) throw new UnreadableConfiguration('merge keys bring too much');
    for (const [key, entry] of source.fields) if (!fields.has(key)) fields.set(key, entry);
  }
  const own = map.entries.filter((entry) => entry !== merge);
  const merged = [...fields].flatMap(([key, entry]) => (map.fields.has(key) ? [] : [entry]));
  return { ...map, entries: [...own, ...merged], fields };
};

const entryOfPair = ({ key, value }: Pair<unknown, unknown>, state: State, depth: number): Entry[] => {
  if (!isScalar(key)) return [];
  const spot = spotOf(key);
  const node = value ? convert(value as Node, state, depth) : nothing({ start: spot.end, end: spot.end });
  // An alias has the position of its own.
  const end = node.start >= spot.start ? Math.max(spot.end, node.end) : spot.end;
  return [{ key: String(key.value), value: node, start: spot.start, end }];
};

const convertMap = (node: YAMLMap, state: State, depth: number): ConfigNode => {
  const entries = node.items.flatMap((pair) => entryOfPair(pair, state, depth + 1));
  const map = mapOf(entries, spotOf(node));
  if (map.fields.size < entries.length) state.hasDuplicates = true;
  return withMerged(map, state);
};

const convertNode = (node: Node, state: State, depth: number): ConfigNode => {
  if (depth > maxDepth) throw tooDeep();
  const spot = spotOf(node);
  // An alias inside of its own anchor is a cycle. It is cut here, because the anchor is not known yet.
  if (isAlias(node)) return state.anchors.get(node.source) ?? nothing(spot);
  if (isMap(node)) return convertMap(node, state, depth);
  if (isSeq(node)) {
    const items = node.items.map((item) => (item ? convert(item as Node, state, depth + 1) : nothing(spot)));
    return { kind: 'list', items, ...spot };
  }
  const value = isScalar(node) && node.value !== null ? String(node.value) : '';
  return { kind: 'text', value, isLiteral: node.tag === undefined || !node.tag.startsWith('!'), ...spot };
};

const convert = (node: Node, state: State, depth: number): ConfigNode => {
  const converted = convertNode(node, state, depth);
  if (!isAlias(node) && node.anchor) state.anchors.set(node.anchor, converted);
  return converted;
};

const streamOf = (found: readonly Document.Parsed[]): YamlStream => {
  const state: State = { anchors: new Map(), merged: 0, hasDuplicates: false };
  const documents = found.flatMap(({ contents }) => {
    state.anchors.clear();
    return contents ? [convert(contents, state, 0)] : [];
  });
  return { documents, hasDuplicates: state.hasDuplicates };
};

/** Returns whether every position is inside of a quoted scalar. */
const areQuoted = (positions: readonly number[], documents: readonly Document.Parsed[]): boolean => {
  const quoted = new Set<number>();
  for (const document of documents)
    visit(document, {
      Scalar: (_, { type, range }) => {
        if (range && (type === 'QUOTE_DOUBLE' || type === 'QUOTE_SINGLE'))
          for (const at of within(positions, range)) quoted.add(at);
      },
    });
  return positions.every((at) => quoted.has(at));
};

/** Returns the ascending positions in a range. */
const within = (positions: readonly number[], [start, end]: readonly [number, number, number]): number[] =>
  positions.slice(lowerBound(positions, start), lowerBound(positions, end));

/**
 * Reads the documents of YAML or JSON; every scalar is a text. Lines end where they do for readers of YAML 1.1, such as the
 * runners of GitHub and GitLab, Kubernetes and CloudFormation: a comment in YAML 1.2 may hold a step for them.
 * @throws UnreadableConfiguration
 */
export const readYaml = (text: string): YamlStream => withinYamlDepth(text, read, tooDeep);

const tooDeep = (): UnreadableConfiguration => new UnreadableConfiguration('it is nested too deeply');

const read = (text: string): YamlStream => {
  const documents = parsed(text);
  const stream = streamOf(documents);
  const breaks = olderBreaksIn(text);
  // Inside of quotes both versions read the same.
  return areQuoted(breaks, documents) ? stream : streamOf(parsed(withUsualBreaks(text)));
};

const parsed = (text: string): Document.Parsed[] => {
  const options = { schema: 'failsafe', uniqueKeys: false, prettyErrors: false, logLevel: 'silent' } as const;
  let documents: Document.Parsed[];
  try {
    documents = [...parseAllDocuments(text, options)] as Document.Parsed[];
  } catch {
    throw tooDeep();
  }
  if (documents.some(({ errors }) => errors.length > 0))
    throw new UnreadableConfiguration('it is not valid YAML');
  return documents;
};
