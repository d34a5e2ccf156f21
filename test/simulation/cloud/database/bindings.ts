import { invalid } from './limits.ts';
import type { Item } from './values.ts';

/** The names and values of an expression. */
export interface Bindings {
  names: Readonly<Record<string, string>>;
  values: Item;
}

/** The parts of a request that have expressions. */
export interface Expressed {
  ConditionExpression?: string;
  UpdateExpression?: string;
  KeyConditionExpression?: string;
  FilterExpression?: string;
  ProjectionExpression?: string;
  ExpressionAttributeNames?: Record<string, string>;
  ExpressionAttributeValues?: Item;
}

const alias = /[#:]\w+/g;
const known = new Map<string, ReadonlySet<string>>();

const aliasesOf = (text: string): ReadonlySet<string> => {
  let found = known.get(text);
  if (!found) known.set(text, (found = new Set(text.match(alias))));
  return found;
};

const none: ReadonlySet<string> = new Set();

/** The aliases of all expressions of a request; most have one. */
const usedBy = (texts: readonly (string | undefined)[]): ReadonlySet<string> => {
  let used = none;
  for (const text of texts) {
    if (text === undefined) continue;
    const more = aliasesOf(text);
    used = used.size === 0 ? more : used.union(more);
  }
  return used;
};

/**
 * Returns the names and values of a request.
 * @throws the refusal of a request that does not use all of them, or uses others.
 */
export const bindingsOf = (request: Expressed): Bindings => {
  const names = request.ExpressionAttributeNames ?? {};
  const values = request.ExpressionAttributeValues ?? {};
  const used = usedBy([
    request.ConditionExpression,
    request.UpdateExpression,
    request.KeyConditionExpression,
    request.FilterExpression,
    request.ProjectionExpression,
  ]);
  let given = 0;
  for (const name in names) {
    if (!used.has(name)) throw invalid(`the name ${name} is not used`);
    given += 1;
  }
  for (const name in values) {
    if (values[name] === undefined) continue;
    if (!used.has(name)) throw invalid(`the value ${name} is not used`);
    given += 1;
  }
  if (given !== used.size) throw invalid('an expression uses names or values that are not given');
  return { names, values };
};
