import {
  entryOf,
  itemsOf,
  mapOf,
  textOf,
  textsOf,
  valueAt,
  type ConfigNode,
  type Entry,
  type Spot,
} from '../config-node.ts';

const maxDepth = 40;

/** Makes nodes of a JSON value; all of them stand where the text stands. */
const nodeOf = (value: unknown, spot: Spot, depth = 0): ConfigNode => {
  const text = { kind: 'text', value: '', isLiteral: false, ...spot } as const;
  if (depth > maxDepth || value === null) return text;
  if (Array.isArray(value))
    return { kind: 'list', items: value.map((item) => nodeOf(item, spot, depth + 1)), ...spot };
  if (typeof value !== 'object') return { ...text, value: String(value), isLiteral: true };
  const entries = Object.entries(value).map(([key, item]): Entry => ({
    key,
    value: nodeOf(item, spot, depth + 1),
    ...spot,
  }));
  return mapOf(entries, spot);
};

/** Returns the document of a policy, which may be written as JSON in a text. */
const documentOf = (node: ConfigNode | undefined): ConfigNode | undefined => {
  if (node?.kind !== 'text' || !/^\s{0,1000}\{/.test(node.value)) return node;
  try {
    return nodeOf(JSON.parse(node.value), { start: node.start, end: node.start + 1 });
  } catch {
    return undefined;
  }
};

/** One statement of a policy that allows something. */
export interface Allowance {
  actions: readonly string[];
  resources: readonly string[];
  /** The principals that may do it; nobody is named in the policy of an account. */
  principals: readonly string[];
  hasCondition: boolean;
  spot: Spot;
}

/** Returns the principals; one that only a run knows has no name. */
const principalsOf = (principal: ConfigNode | undefined): string[] => {
  const named = [...textsOf(principal), ...textsOf(valueAt(principal, 'AWS'))];
  return principal && named.length === 0 ? [''] : named;
};

/** Returns what a policy document of AWS allows, whether it is written as a mapping or as JSON in a text. */
export const allowancesOf = (policy: ConfigNode | undefined): Allowance[] =>
  itemsOf(valueAt(documentOf(policy), 'Statement'))
    .filter((statement) => textOf(valueAt(statement, 'Effect')) === 'Allow')
    .map((statement) => ({
      actions: textsOf(valueAt(statement, 'Action')),
      resources: textsOf(valueAt(statement, 'Resource')),
      principals: principalsOf(valueAt(statement, 'Principal')),
      hasCondition: entryOf(statement, 'Condition') !== undefined,
      spot: entryOf(statement, 'Action') ?? entryOf(statement, 'Principal') ?? statement,
    }));

/** Every action, and every action of a service that leads to every other one or to what is secret. */
const isEverything = (action: string): boolean =>
  /^(?:\*|(?:iam|sts|organizations|kms|secretsmanager|s3):\*)$/i.test(action);

/**
 * Says whether a statement of an account's policy allows everything that matters on every resource. One that names
 * principals belongs to the resource that it stands at, which `*` means there.
 */
export const isWildcard = (allowance: Omit<Allowance, 'spot'>): boolean =>
  !allowance.hasCondition &&
  allowance.principals.length === 0 &&
  allowance.resources.includes('*') &&
  allowance.actions.some(isEverything);

/** Says whether a statement allows it to everybody, without a condition. */
export const isForEverybody = ({ principals, hasCondition }: Omit<Allowance, 'spot'>): boolean =>
  principals.includes('*') && !hasCondition;
