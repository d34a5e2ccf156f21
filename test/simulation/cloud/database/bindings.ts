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
  const found = known.get(text) ?? new Set(text.match(alias));
  known.set(text, found);
  return found;
};

/**
 * Returns the names and values of a request.
 * @throws the refusal of a request that does not use all of them, or uses others.
 */
export const bindingsOf = (request: Expressed): Bindings => {
  const names = request.ExpressionAttributeNames ?? {};
  const values = request.ExpressionAttributeValues ?? {};
  const texts = [
    request.ConditionExpression,
    request.UpdateExpression,
    request.KeyConditionExpression,
    request.FilterExpression,
    request.ProjectionExpression,
  ];
  const used = new Set<string>();
  for (const text of texts) if (text !== undefined) for (const one of aliasesOf(text)) used.add(one);
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
