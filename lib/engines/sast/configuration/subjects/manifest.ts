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

/** The paths to a pod template, in the order in which they are tried. */
const templatePaths = [
  ['spec', 'jobTemplate', 'spec', 'template'],
  ['spec', 'template'],
];

const podOf = ({ node, kind, address }: KubernetesObject): Pod[] => {
  const template =
    kind === 'Pod'
      ? node
      : templatePaths.map((path) => valueAt(node, ...path)).find((each) => each?.kind === 'map');
  const spec = valueAt(template, 'spec');
  if (spec === undefined || !containerKeys.some((key) => valueAt(spec, key) !== undefined)) return [];
  return [{ address, spec, metadata: valueAt(template, 'metadata') }];
};

const containersOf = (pod: Pod): Container[] =>
  entriesOf(pod.spec)
    .filter(({ key }) => containerKeys.includes(key))
    .flatMap(({ value }) => itemsOf(value))
    .map((node) => ({ address: `${pod.address} ${textOf(valueAt(node, 'name'))}`, node, pod }));

/** Returns the objects in documents; undefined when there are none. */
export const manifestOf = (documents: readonly ConfigNode[]): Manifest | undefined => {
  const nodes = documents.flatMap((document) =>
    textOf(valueAt(document, 'kind')).endsWith('List') ? itemsOf(valueAt(document, 'items')) : [document],
  );
  const objects = nodes.filter(isObject).map((node): KubernetesObject => {
    const kind = textOf(valueAt(node, 'kind'));
    return { node, kind, address: `${kind}/${textOf(valueAt(node, 'metadata', 'name'))}` };
  });
  if (objects.length === 0) return undefined;
  const pods = objects.flatMap(podOf);
  return { objects, pods, containers: pods.flatMap(containersOf) };
};
