import {
  entriesOf,
  itemsOf,
  textsBelow,
  valueAt,
  type ConfigNode,
  type MapNode,
  type TextNode,
} from '../config-node.ts';
import type { Subject } from '../configuration-rule.ts';

/** A GitLab CI pipeline. */
export interface Pipeline extends Subject {
  node: MapNode;
  jobs: readonly PipelineJob[];
  includes: readonly ConfigNode[];
}

export interface PipelineJob extends Subject {
  node: ConfigNode;
  /** The lines of its scripts. */
  commands: readonly TextNode[];
}

const scriptKeys = ['before_script', 'script', 'after_script'];

const jobOf = (address: string, node: ConfigNode): PipelineJob => ({
  address,
  node,
  commands: scriptKeys.flatMap((key) => textsBelow(valueAt(node, key))),
});

/** Returns the pipeline in a document; undefined when the document is not one. */
export const pipelineOf = (root: ConfigNode | undefined): Pipeline | undefined => {
  if (root?.kind !== 'map') return undefined;
  const jobs = entriesOf(root)
    .filter(({ value }) => value.kind === 'map')
    .map(({ key, value }) => jobOf(key, value));
  // Settings outside of jobs apply to all of them.
  return {
    address: '',
    node: root,
    jobs: [jobOf('', root), ...jobs],
    includes: itemsOf(valueAt(root, 'include')),
  };
};
