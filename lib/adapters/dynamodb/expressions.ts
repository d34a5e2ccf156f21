import type { Change, Condition, Update, RecordName } from '@scangate/domain/record-changes';
import { stored } from './compressed-fields.ts';
import { ttlOf, type Item } from './items.ts';
import { versionAttribute } from './record-versions.ts';

type Count = Extract<Change, { change: 'count' }>;

const operators = { equal: '=', atLeast: '>=', atMost: '<=' } as const;

/** Collects the names and values of one expression. It aliases every attribute, because many are reserved words. */
export class Expression {
  readonly names: Record<string, string> = {};
  readonly values: Item = {};
  readonly #aliases = new Map<string, string>();

  name(attribute: string): string {
    const known = this.#aliases.get(attribute);
    if (known) return known;
    const alias = `#n${this.#aliases.size}`;
    this.#aliases.set(attribute, alias);
    this.names[alias] = attribute;
    return alias;
  }

  value(value: unknown): string {
    const alias = `:v${Object.keys(this.values).length}`;
    this.values[alias] = value;
    return alias;
  }

  condition(condition: Condition): string {
    const name = this.name(condition.field);
    if (condition.is === 'present') return `attribute_exists(${name})`;
    if (condition.is === 'absent') return `attribute_not_exists(${name})`;
    if (condition.is === 'oneOf')
      return `${name} IN (${condition.value.map((v) => this.value(v)).join(', ')})`;
    return `${name} ${operators[condition.is]} ${this.value(condition.value)}`;
  }

  /** Holds for a row of this version; rows of the first one have no attribute. */
  version(version: number): string {
    return version === 1
      ? this.condition({ field: versionAttribute, is: 'absent' })
      : this.condition({ field: versionAttribute, is: 'equal', value: version });
  }

  all(conditions: readonly Condition[]): string {
    return conditions.map((condition) => this.condition(condition)).join(' AND ');
  }

  /** The parameters of the command. DynamoDB refuses an empty map of values. */
  get attributes(): { ExpressionAttributeNames: Record<string, string>; ExpressionAttributeValues?: Item } {
    return {
      ExpressionAttributeNames: this.names,
      ...(Object.keys(this.values).length > 0 && { ExpressionAttributeValues: this.values }),
    };
  }
}

/** Makes the update expression of a count, which creates the item unless it exists. */
export const countExpression = (
  expression: Expression,
  { record, add, set = {} }: Pick<Count, 'record' | 'add' | 'set'>,
): string => {
  const added = Object.entries(add).map(
    ([field, amount]) => `${expression.name(field)} ${expression.value(amount)}`,
  );
  const ttl = ttlOf(record, set);
  const assigned = Object.entries({ ...set, ...(ttl !== undefined && { ttl }) }).map(
    ([field, value]) => `${expression.name(field)} = ${expression.value(value)}`,
  );
  return `ADD ${added.join(', ')}${assigned.length > 0 ? ` SET ${assigned.join(', ')}` : ''}`;
};

/** Makes the update expression and the condition of an update; the condition requires that the record exists. */
export const updateExpressions = (
  expression: Expression,
  change: Update<RecordName>,
): { update: string; condition: string } => {
  const set = Object.entries({ ...change.set }).filter(([, value]) => value !== undefined);
  const ttl = ttlOf(change.record, change.set ?? {});
  if (ttl !== undefined) set.push(['ttl', ttl]);

  const assignments = set.map(
    ([field, value]) =>
      `${expression.name(field)} = ${expression.value(stored(change.record, field, value))}`,
  );
  for (const [field, amount] of Object.entries(change.add ?? {})) {
    const name = expression.name(field);
    assignments.push(`${name} = ${name} + ${expression.value(amount)}`);
  }
  const removals = (change.unset ?? []).map((field) => expression.name(field));

  const floors = Object.entries(change.floor ?? {}).map(
    ([field, floor]) => ({ field, is: 'atLeast', value: floor }) as Condition,
  );
  const conditions = [...((change.when ?? []) as Condition[]), ...floors];
  return {
    update: [
      ...(assignments.length > 0 ? [`SET ${assignments.join(', ')}`] : []),
      ...(removals.length > 0 ? [`REMOVE ${removals.join(', ')}`] : []),
    ].join(' '),
    condition: [
      `attribute_exists(${expression.name('pk')})`,
      ...conditions.map((c) => expression.condition(c)),
    ].join(' AND '),
  };
};
