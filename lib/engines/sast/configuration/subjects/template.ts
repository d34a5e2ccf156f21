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
const maxLoops = 5;

/** Returns entries with those that loops repeat, in place of the loops. */
const unrolled = (entries: readonly Entry[], depth = 0): Entry[] =>
  entries.flatMap((entry) => {
    if (!entry.key.startsWith(loop) || depth === maxLoops) return [entry];
    return unrolled(entriesOf(itemsOf(entry.value).at(-1)), depth + 1);
  });

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
