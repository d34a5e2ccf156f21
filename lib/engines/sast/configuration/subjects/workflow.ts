import {
  entriesOf,
  itemsOf,
  textOf,
  textsOf,
  valueAt,
  type ConfigNode,
  type MapNode,
  type Spot,
} from '../config-node.ts';
import type { Subject } from '../configuration-rule.ts';

/** A workflow of GitHub Actions, or a composite action. */
export interface Workflow extends Subject {
  node: MapNode;
  /** The source, which tells the line of an expression within a script. */
  text: string;
  /** The events that start it; an action has none of its own. */
  events: ReadonlySet<string>;
  isAction: boolean;
  jobs: readonly Job[];
  steps: readonly Step[];
}

export interface Job extends Subject {
  node: ConfigNode;
  workflow: Workflow;
  steps: Step[];
}

export interface Step extends Subject {
  node: ConfigNode;
  workflow: Workflow;
  /** The job that has it; a step of an action has none. */
  job?: Job;
  /** The action that the step uses; empty for a script. */
  uses: string;
  /** The scripts that the step runs: in a shell, and in actions that take a script. */
  scripts: readonly ConfigNode[];
}

const eventsOf = (on: ConfigNode | undefined): Set<string> =>
  new Set(on?.kind === 'map' ? on.entries.map(({ key }) => key) : textsOf(on));

const stepOf = (node: ConfigNode, workflow: Workflow, address: string): Step => {
  const uses = textOf(valueAt(node, 'uses'));
  const script = /^actions\/github-script@/i.test(uses) ? valueAt(node, 'with', 'script') : undefined;
  const scripts = [valueAt(node, 'run'), script].filter((each) => each !== undefined);
  return { address, node, workflow, uses, scripts };
};

/** Returns the workflow or action in a document; undefined for anything else. */
export const workflowOf = (root: ConfigNode | undefined, text: string): Workflow | undefined => {
  if (root?.kind !== 'map') return undefined;
  const jobs = valueAt(root, 'jobs');
  const isAction = jobs === undefined;
  if (isAction && valueAt(root, 'runs') === undefined) return undefined;
  const events = eventsOf(valueAt(root, 'on'));
  const workflow = {
    address: '',
    node: root,
    text,
    events,
    isAction,
    jobs: [] as Job[],
    steps: [] as Step[],
  };
  for (const { key, value } of entriesOf(jobs)) {
    const job: Job = { address: key, node: value, workflow, steps: [] };
    // A job may call a reusable workflow, which is named like an action.
    for (const node of [value, ...itemsOf(valueAt(value, 'steps'))])
      if (node !== value || valueAt(value, 'uses')) job.steps.push({ ...stepOf(node, workflow, key), job });
    workflow.jobs.push(job);
    for (const step of job.steps) workflow.steps.push(step);
  }
  for (const node of itemsOf(valueAt(root, 'runs', 'steps'))) workflow.steps.push(stepOf(node, workflow, ''));
  return workflow;
};

/** An expression (`${{ … }}`) in a text. */
export interface Expression extends Spot {
  content: string;
}

interface WrittenExpression {
  content: string;
  index: number;
  end: number;
}

/**
 * Returns the index of the braces that end an expression, which may also stand in a text in quotes. GitHub refuses one
 * without them: it is read to the end of the text, once.
 */
const closedAt = (text: string, from: number): number => {
  for (let at = from, isQuoted = false; at < text.length; at += 1) {
    if (text.charAt(at) === "'") isQuoted = !isQuoted;
    else if (!isQuoted && text.startsWith('}}', at)) return at;
  }
  return text.length;
};

const writtenIn = (text: string): WrittenExpression[] => {
  const found: WrittenExpression[] = [];
  for (let open = text.indexOf('${{'); open !== -1;) {
    const closed = closedAt(text, open);
    found.push({ content: text.slice(open + 3, closed), index: open, end: closed + 2 });
    open = text.indexOf('${{', closed);
  }
  return found;
};

/** Returns the expressions of a text with their places. */
export const expressionsIn = (node: ConfigNode | undefined, { text }: Workflow): Expression[] => {
  if (node?.kind !== 'text') return [];
  const found = writtenIn(node.value);
  const written = writtenIn(text.slice(node.start, node.end));
  return found.map(({ content }, index) => {
    // In a string with escapes, positions in the source are unknown.
    const at = written.length === found.length ? written[index] : undefined;
    return { content, start: node.start + (at?.index ?? 0), end: at ? node.start + at.end : node.end };
  });
};
