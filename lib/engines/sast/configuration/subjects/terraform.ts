import { entriesOf, type ConfigNode, type MapNode } from '../config-node.ts';
import type { Subject } from '../configuration-rule.ts';

/** A resource, data source, module or provider of Terraform. */
export interface TerraformBlock extends Subject {
  /** The type of a resource or data source; otherwise `module` or `provider`. */
  type: string;
  isData: boolean;
  body: MapNode;
}

const blockOf = (
  { type, isData = false }: { type: string; isData?: boolean },
  name: string,
  body: ConfigNode,
): TerraformBlock[] => (body.kind === 'map' ? [{ address: `${type}.${name}`, type, isData, body }] : []);

/** Reads the blocks of the JSON syntax, by type and then name. */
const typedBlocks = (types: ConfigNode, isData: boolean): TerraformBlock[] =>
  entriesOf(types).flatMap(({ key: type, value: names }) =>
    entriesOf(names).flatMap(({ key: name, value }) => blockOf({ type, isData }, name, value)),
  );

const blocksOfEntry = (key: string, value: ConfigNode): TerraformBlock[] => {
  const labels = value.kind === 'map' ? value.labels : undefined;
  const [first = '', second = ''] = labels ?? [];
  if (key === 'module' || key === 'provider')
    return labels
      ? blockOf({ type: key }, first, value)
      : entriesOf(value).flatMap((each) => blockOf({ type: key }, each.key, each.value));
  if (key !== 'resource' && key !== 'data') return [];
  const isData = key === 'data';
  return labels ? blockOf({ type: first, isData }, second, value) : typedBlocks(value, isData);
};

/** Returns the blocks of a file. */
export const terraformBlocks = (root: ConfigNode | undefined): TerraformBlock[] =>
  entriesOf(root).flatMap(({ key, value }) => blocksOfEntry(key, value));
