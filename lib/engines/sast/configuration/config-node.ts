/** A range of offsets in a text. */
export interface Spot {
  start: number;
  end: number;
}

/** A scalar: a name, a number, a quoted string or an expression. */
export interface TextNode extends Spot {
  kind: 'text';
  value: string;
  /** False for an expression or a function, whose value is only known at run time. */
  isLiteral: boolean;
}

export interface ListNode extends Spot {
  kind: 'list';
  items: readonly ConfigNode[];
}

/** A key with its value. Its range begins at the key. */
export interface Entry extends Spot {
  key: string;
  value: ConfigNode;
}

export interface MapNode extends Spot {
  kind: 'map';
  /** The entries as written, and those that `<<` merges; a Terraform block may occur many times. */
  entries: readonly Entry[];
  /** The effective entry of each key, merged ones included. */
  fields: ReadonlyMap<string, Entry>;
  /** The labels of a Terraform block, between its type and its brace. */
  labels?: readonly string[];
}

/** A part of a configuration, in whatever language. It has no cycles, but one part may occur in many places. */
export type ConfigNode = TextNode | ListNode | MapNode;

type Missing = ConfigNode | undefined;

/** Returns the entry of a key. */
export const entryOf = (node: Missing, key: string): Entry | undefined =>
  node?.kind === 'map' ? node.fields.get(key) : undefined;

/** Follows a path of keys into a configuration. */
export const valueAt = (node: Missing, ...path: readonly string[]): Missing =>
  path.reduce<Missing>((from, key) => entryOf(from, key)?.value, node);

/** Returns the text of a scalar; an empty one for a list, a mapping or nothing. */
export const textOf = (node: Missing): string => (node?.kind === 'text' ? node.value : '');

/** Returns the items of a list; any other value is its only item. */
export const itemsOf = (node: Missing): readonly ConfigNode[] => {
  if (node === undefined) return [];
  return node.kind === 'list' ? node.items : [node];
};

/** Returns the texts of a list of scalars, or the single scalar in its place. */
export const textsOf = (node: Missing): string[] =>
  itemsOf(node).flatMap((item) => (item.kind === 'text' ? [item.value] : []));

export const entriesOf = (node: Missing): readonly Entry[] => (node?.kind === 'map' ? node.entries : []);

/** Returns the mappings under a key: blocks of one type, the items of a list, or a single mapping. */
export const mapsAt = (node: Missing, key: string): MapNode[] =>
  entriesOf(node)
    .filter((entry) => entry.key === key)
    .flatMap(({ value }) => itemsOf(value))
    .filter((item) => item.kind === 'map');

/** Returns whether a text is one of the words for true in YAML 1.1, which Kubernetes and others read. */
export const isOn = (value: string): boolean => /^(?:true|yes|y|on)$/i.test(value);

/** Returns whether a text is one of the words for false in YAML 1.1. */
export const isOff = (value: string): boolean => /^(?:false|no|n|off)$/i.test(value);

export const isTrue = (node: Missing): boolean => isOn(textOf(node));

export const isFalse = (node: Missing): boolean => isOff(textOf(node));

/** Returns the entry of a key if its value is a text that passes a test, as a list of at most one. */
export const entryWhere = (
  node: Missing,
  key: string,
  test: (value: string, node: ConfigNode) => boolean,
): Entry[] => {
  const entry = entryOf(node, key);
  return entry?.value.kind === 'text' && test(entry.value.value, entry.value) ? [entry] : [];
};

/** Returns every text below a node. A part that occurs in many places is visited once. */
export const textsBelow = (root: Missing): TextNode[] => {
  const seen = new Set<ConfigNode>();
  const open: ConfigNode[] = root ? [root] : [];
  const texts: TextNode[] = [];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (seen.has(node)) continue;
    seen.add(node);
    if (node.kind === 'text') texts.push(node);
    else if (node.kind === 'list') for (const item of node.items.toReversed()) open.push(item);
    else for (const { value } of node.entries.toReversed()) open.push(value);
  }
  return texts;
};

/** Returns every mapping at or below nodes. A part that occurs in many places is visited once. */
export const mapsBelow = (roots: readonly ConfigNode[]): MapNode[] => {
  const seen = new Set<ConfigNode>();
  const open: ConfigNode[] = roots.toReversed();
  const maps: MapNode[] = [];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (seen.has(node) || node.kind === 'text') continue;
    seen.add(node);
    if (node.kind === 'map') maps.push(node);
    const below = node.kind === 'map' ? node.entries.map(({ value }) => value) : node.items;
    for (const each of below.toReversed()) open.push(each);
  }
  return maps;
};

/** Makes a mapping of entries. The last entry of a duplicate key counts. */
export const mapOf = (entries: readonly Entry[], { start, end }: Spot): MapNode => ({
  kind: 'map',
  entries,
  fields: new Map(entries.map((entry) => [entry.key, entry])),
  start,
  end,
});
