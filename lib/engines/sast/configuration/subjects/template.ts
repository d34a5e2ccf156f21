import { entriesOf, textOf, valueAt, type ConfigNode, type Entry } from '../config-node.ts';
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

/** Returns the resources of a template; undefined when the document is not one. */
export const templateOf = (root: ConfigNode | undefined): Template | undefined => {
  const resources = entriesOf(valueAt(root, 'Resources')).flatMap((entry): TemplateResource[] => {
    const type = textOf(valueAt(entry.value, 'Type'));
    if (!type.includes('::')) return [];
    return [{ address: entry.key, type, entry, properties: valueAt(entry.value, 'Properties') }];
  });
  if (resources.length === 0) return undefined;
  const parameters = entriesOf(valueAt(root, 'Parameters')).map((entry) => ({ address: entry.key, entry }));
  return { resources, parameters };
};
