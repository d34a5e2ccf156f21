import type { BodyOfResponse } from '@scangate/client';

export type CustomRule = BodyOfResponse<'get-rules'>['rules'][number];

/** Why a file is not taken. What its rules lack the service says. */
export type RulesFileProblem = 'too_large' | 'unreadable' | 'malformed' | 'no_rules';

export type RulesFile = { rules: readonly CustomRule[] } | { problem: RulesFileProblem };

/** The limit of the service. */
const maxBytes = 524_288;

/** Reads YAML, of which JSON is a part; the reader is loaded for the first file. Aliases would become gigabytes. */
const valueOf = async (text: string): Promise<unknown> => {
  const { parse } = await import('yaml');
  return parse(text, { maxAliasCount: 0, uniqueKeys: true, prettyErrors: false, logLevel: 'error' });
};

/** Tells what a file of rules holds. Nothing too large comes into memory. */
export const readRulesFile = async (file: Pick<File, 'size' | 'text'>): Promise<RulesFile> => {
  if (file.size > maxBytes) return { problem: 'too_large' };
  const text = await file.text().catch(() => undefined);
  if (text === undefined) return { problem: 'unreadable' };
  try {
    const value = await valueOf(text);
    const rules = typeof value === 'object' && value !== null && 'rules' in value ? value.rules : undefined;
    return Array.isArray(rules) ? { rules: rules as CustomRule[] } : { problem: 'no_rules' };
  } catch {
    return { problem: 'malformed' };
  }
};

const inOrder = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/** A file may hold anything where an id should be. */
const idOf = (rule: unknown): string =>
  typeof rule === 'object' && rule !== null && 'id' in rule && typeof rule.id === 'string' ? rule.id : '?';

const byId = (rules: readonly CustomRule[]): Map<string, string> =>
  new Map(rules.map((rule) => [idOf(rule), JSON.stringify(rule, inOrder)]));

/** The ids of rules that a file adds, changes and removes. */
export interface RulesDifference {
  added: string[];
  changed: string[];
  removed: string[];
}

export const compareRules = (
  inForce: readonly CustomRule[],
  proposed: readonly CustomRule[],
): RulesDifference => {
  const [before, after] = [byId(inForce), byId(proposed)];
  const ids = [...after.keys()];
  return {
    added: ids.filter((id) => !before.has(id)),
    changed: ids.filter((id) => before.has(id) && before.get(id) !== after.get(id)),
    removed: [...before.keys()].filter((id) => !after.has(id)),
  };
};
