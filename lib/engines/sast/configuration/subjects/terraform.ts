import {
  entriesOf,
  itemsOf,
  mapOf,
  valueAt,
  type ConfigNode,
  type Entry,
  type MapNode,
} from '../config-node.ts';
import type { Subject } from '../configuration-rule.ts';

/** A resource, data source, module or provider of Terraform. */
export interface TerraformBlock extends Subject {
  /** The type of a resource or data source; otherwise `module` or `provider`. */
  type: string;
  isData: boolean;
  body: MapNode;
}

const maxDynamic = 5;

/** Returns the blocks that a `dynamic` block makes, each with the content as written. */
const madeBy = ({ value, ...spot }: Entry, depth: number): Entry[] =>
  itemsOf(value).flatMap((block) => {
    const labels = block.kind === 'map' ? block.labels : undefined;
    const [label] = labels ?? [];
    const made =
      label === undefined
        ? entriesOf(block).map((each) => [each.key, each.value] as const)
        : [[label, block] as const];
    return made.flatMap(([key, each]) =>
      itemsOf(each).flatMap((one) => {
        const content = itemsOf(valueAt(one, 'content'))[0];
        return content?.kind === 'map' ? [{ ...spot, key, value: withDynamic(content, depth + 1) }] : [];
      }),
    );
  });

const expanded = new WeakMap<MapNode, MapNode>();

/** Adds the blocks that are made for each item of a value. */
const withDynamic = (body: MapNode, depth = 0): MapNode => {
  // A part may occur in many places.
  const known = expanded.get(body);
  if (known) return known;
  const made = body.entries.filter(({ key }) => key === 'dynamic');
  if (made.length === 0 || depth === maxDynamic) return body;
  const added = made.flatMap((entry) => madeBy(entry, depth));
  const whole = { ...body, ...mapOf([...added, ...body.entries], body) };
  expanded.set(body, whole);
  return whole;
};

const blockOf = (
  { type, isData = false }: { type: string; isData?: boolean },
  name: string,
  body: ConfigNode,
): TerraformBlock[] =>
  body.kind === 'map' ? [{ address: `${type}.${name}`, type, isData, body: withDynamic(body) }] : [];

/** Reads the entries of a mapping of the JSON syntax, or of each one in a list of them. */
const entriesIn = (node: ConfigNode): Entry[] => itemsOf(node).flatMap(entriesOf);

/** Reads the blocks of the JSON syntax by their name, each of which may be a list. */
const namedBlocks = (names: ConfigNode, kind: Parameters<typeof blockOf>[0]): TerraformBlock[] =>
  entriesIn(names).flatMap(({ key: name, value }) =>
    itemsOf(value).flatMap((body) => blockOf(kind, name, body)),
  );

/** Reads the blocks of the JSON syntax, by type and then name. */
const typedBlocks = (types: ConfigNode, isData: boolean): TerraformBlock[] =>
  entriesIn(types).flatMap(({ key: type, value: names }) => namedBlocks(names, { type, isData }));

const blocksOfEntry = (key: string, value: ConfigNode): TerraformBlock[] => {
  const labels = value.kind === 'map' ? value.labels : undefined;
  const [first = '', second = ''] = labels ?? [];
  if (key === 'module' || key === 'provider')
    return labels ? blockOf({ type: key }, first, value) : namedBlocks(value, { type: key });
  if (key !== 'resource' && key !== 'data') return [];
  const isData = key === 'data';
  return labels ? blockOf({ type: first, isData }, second, value) : typedBlocks(value, isData);
};

/** Returns the blocks of a file; of the JSON syntax, one may be a list of bodies. */
export const terraformBlocks = (root: ConfigNode | undefined): TerraformBlock[] =>
  itemsOf(root)
    .flatMap(entriesOf)
    .flatMap(({ key, value }) => blocksOfEntry(key, value));
