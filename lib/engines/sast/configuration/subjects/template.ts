import { entriesOf, textOf, valueAt, type ConfigNode, type Entry } from '../config-node.ts';
import type { Subject } from '../configuration-rule.ts';

/** A resource of CloudFormation. */
export interface TemplateResource extends Subject {
  type: string;
  /** Its place, from its name on. */
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

/** Returns the resources of a template; undefined for a document that is none. */
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
