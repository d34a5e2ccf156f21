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

/** Makes nodes of a JSON value; all of them have the position of its text. */
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

/** Returns the policy document, which may be JSON in a string. */
const documentOf = (node: ConfigNode | undefined): ConfigNode | undefined => {
  if (node?.kind !== 'text' || !/^\s{0,1000}\{/.test(node.value)) return node;
  try {
    return nodeOf(JSON.parse(node.value), { start: node.start, end: node.start + 1 });
  } catch {
    return undefined;
  }
};

/** One statement that allows something. */
export interface Allowance {
  actions: readonly string[];
  resources: readonly string[];
  /** The principals that are allowed; empty in an identity policy, which names none. */
  principals: readonly string[];
  hasCondition: boolean;
  spot: Spot;
}

/** Returns the principals; one that is only known at run time has no name. */
const principalsOf = (principal: ConfigNode | undefined): string[] => {
  const named = [...textsOf(principal), ...textsOf(valueAt(principal, 'AWS'))];
  return principal && named.length === 0 ? [''] : named;
};

/** Returns the statements that an AWS policy document allows, whether it is a mapping or JSON in a string. */
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

/** All actions, or all actions of a service that leads to every other permission or to secrets. */
const isEverything = (action: string): boolean =>
  /^(?:\*|(?:iam|sts|organizations|kms|secretsmanager|s3):\*)$/i.test(action);

/**
 * Tells whether a statement of an identity policy allows everything that matters on every resource. A statement with
 * principals belongs to a resource policy, where `*` means that one resource.
 */
export const isWildcard = (allowance: Omit<Allowance, 'spot'>): boolean =>
  !allowance.hasCondition &&
  allowance.principals.length === 0 &&
  allowance.resources.includes('*') &&
  allowance.actions.some(isEverything);

/** Tells whether a statement allows its actions to everybody, without a condition. */
export const isForEverybody = ({ principals, hasCondition }: Omit<Allowance, 'spot'>): boolean =>
  principals.includes('*') && !hasCondition;
