import { entriesOf, itemsOf, textOf, valueAt, type ConfigNode } from '../config-node.ts';
import type { Subject } from '../configuration-rule.ts';

/** A Kubernetes object. */
export interface KubernetesObject extends Subject {
  node: ConfigNode;
  kind: string;
}

export interface Pod extends Subject {
  /** The `spec` of the pod. */
  spec: ConfigNode;
  metadata: ConfigNode | undefined;
}

export interface Container extends Subject {
  node: ConfigNode;
  pod: Pod;
}

export interface Manifest {
  objects: readonly KubernetesObject[];
  pods: readonly Pod[];
  containers: readonly Container[];
}

const isObject = (node: ConfigNode): boolean =>
  textOf(valueAt(node, 'apiVersion')) !== '' && textOf(valueAt(node, 'kind')) !== '';

/** A patch of an overlay may have any one of them. */
const containerKeys: readonly string[] = ['containers', 'initContainers', 'ephemeralContainers'];

/** The paths to pod templates. Any of them may be one that the kind of the object does not have. */
const templatePaths = [['spec', 'jobTemplate', 'spec', 'template'], ['spec', 'template'], ['template']];

const podsOf = ({ node, kind, address }: KubernetesObject): Pod[] => {
  const templates = kind === 'Pod' ? [node] : templatePaths.map((path) => valueAt(node, ...path));
  return templates.flatMap((template): Pod[] => {
    const spec = valueAt(template, 'spec');
    if (spec === undefined || !containerKeys.some((key) => valueAt(spec, key) !== undefined)) return [];
    return [{ address, spec, metadata: valueAt(template, 'metadata') }];
  });
};

const containersOf = (pod: Pod): Container[] =>
  entriesOf(pod.spec)
    .filter(({ key }) => containerKeys.includes(key))
    .flatMap(({ value }) => itemsOf(value))
    .map((node) => ({ address: `${pod.address} ${textOf(valueAt(node, 'name'))}`, node, pod }));

/** Returns documents with the items of lists, which may be lists, too. A part that occurs in many places is visited once. */
const withItems = (documents: readonly ConfigNode[]): ConfigNode[] => {
  const nodes = new Set(documents);
  // The set grows while it is visited.
  for (const node of nodes)
    if (textOf(valueAt(node, 'kind')).endsWith('List'))
      for (const item of itemsOf(valueAt(node, 'items'))) nodes.add(item);
  return [...nodes];
};

/** Returns the objects in documents; undefined when there are none. */
export const manifestOf = (documents: readonly ConfigNode[]): Manifest | undefined => {
  const objects = withItems(documents)
    .filter(isObject)
    .map((node): KubernetesObject => {
      const kind = textOf(valueAt(node, 'kind'));
      return { node, kind, address: `${kind}/${textOf(valueAt(node, 'metadata', 'name'))}` };
    });
  if (objects.length === 0) return undefined;
  const pods = objects.flatMap(podsOf);
  return { objects, pods, containers: pods.flatMap(containersOf) };
};
