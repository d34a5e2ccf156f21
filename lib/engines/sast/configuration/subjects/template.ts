import { entriesOf, itemsOf, textOf, valueAt, type ConfigNode, type Entry } from '../config-node.ts';
import type { Subject } from '../configuration-rule.ts';

/** A CloudFormation resource. */
export interface TemplateResource extends Subject {
  type: string;
  /** The whole entry, beginning at its name. */
  entry: Entry;
  properties: ConfigNode | undefined;
}

export interface TemplateParameter extends Subject {
  entry: Entry;
}

export interface Template {
  resources: readonly TemplateResource[];
  parameters: readonly TemplateParameter[];
}

const loop = 'Fn::ForEach::';
/** Returns entries with those that loops repeat after them. A part that occurs in many places is visited once. */
const unrolled = (entries: readonly Entry[]): Entry[] => {
  const all: Entry[] = [...entries];
  const seen = new Set<ConfigNode>();
  // The list grows while it is visited.
  for (const { key, value } of all) {
    const repeated = key.startsWith(loop) ? itemsOf(value).at(-1) : undefined;
    if (repeated === undefined || seen.has(repeated)) continue;
    seen.add(repeated);
    for (const entry of entriesOf(repeated)) all.push(entry);
  }
  return all;
};

/** Returns the resources of a template; undefined when the document is not one. */
export const templateOf = (root: ConfigNode | undefined): Template | undefined => {
  const resources = unrolled(entriesOf(valueAt(root, 'Resources'))).flatMap((entry): TemplateResource[] => {
    const type = textOf(valueAt(entry.value, 'Type'));
    if (!type.includes('::')) return [];
    return [{ address: entry.key, type, entry, properties: valueAt(entry.value, 'Properties') }];
  });
  if (resources.length === 0) return undefined;
  const parameters = entriesOf(valueAt(root, 'Parameters')).map((entry) => ({ address: entry.key, entry }));
  return { resources, parameters };
};
