import { customRuleNames, type CustomRulesInForce } from '../model/gate/custom-rules.ts';
import { sourceRules } from '../model/source-problem.ts';
import { spdxSpelling } from '../license/spdx-id.ts';
import { parsePackagePattern } from '../waivers/package-pattern.ts';
import { isPackageName } from './entry-matcher.ts';
import type { SuppressionEntry } from '../model/gate/suppressions.ts';

/** The ids of all rules of the engines that read source files. */
export interface KnownRules {
  secrets: ReadonlySet<string>;
  sast: ReadonlySet<string>;
}

/** Why an entry cannot cover anything. */
export type NameProblem = 'unknown_scanner' | 'unknown_rule' | 'unknown_advisory' | 'unknown_license';

let known: Promise<KnownRules> | undefined;

const loadRules = async (): Promise<KnownRules> => {
  const { rules } = await import('../secrets/rule-table.ts');
  const { codeRuleIds } = await import('../sast/rule-ids.ts');
  return { secrets: new Set(rules.map(({ id }) => id)), sast: new Set(codeRuleIds) };
};

/** Loads the ids of the rules once, along with the organization's; judging names needs nothing else of the engines. */
export const knownRules = async (inForce?: CustomRulesInForce): Promise<KnownRules> => {
  const rules = await (known ??= loadRules());
  if (!inForce) return rules;
  const own = customRuleNames(inForce);
  return {
    secrets: new Set([...rules.secrets, ...own.secrets]),
    sast: new Set([...rules.sast, ...own.sast]),
  };
};

/** The ids of advisory databases: `GHSA-…`, `CVE-2024-1`, `GO-2024-1`, `PYSEC-…`, `RUSTSEC-…`, `MAL-…`. */
const advisoryId = /^[A-Z][A-Z0-9]{1,15}(?:-[\w.:]{1,40}){1,6}$/i;

const dependencyProblem = (name: string): NameProblem | undefined => {
  if (sourceRules.some((rule) => rule === name)) return undefined;
  if (isPackageName(name)) return parsePackagePattern(name) ? undefined : 'unknown_advisory';
  return advisoryId.test(name) && /\d/.test(name) ? undefined : 'unknown_advisory';
};

const licenseProblem = (name: string): NameProblem | undefined => {
  const id = name.replace(/\+$/, '');
  return spdxSpelling(id) !== undefined || /^(?:DocumentRef-\S+:)?LicenseRef-/.test(id)
    ? undefined
    : 'unknown_license';
};

/** Returns the problem of an entry's names; undefined when it can cover something. */
export const nameProblem = (
  { scanner, rule }: Pick<SuppressionEntry, 'scanner' | 'rule'>,
  rules: KnownRules,
): NameProblem | undefined => {
  if (scanner === undefined) return undefined;
  if (!['secrets', 'sast', 'sca', 'license'].includes(scanner)) return 'unknown_scanner';
  if (rule === undefined) return undefined;
  if (scanner === 'sca') return dependencyProblem(rule);
  if (scanner === 'license') return licenseProblem(rule);
  return rules[scanner as keyof KnownRules].has(rule) ? undefined : 'unknown_rule';
};

/** Returns whether any engine has a rule of this name; comments can only allow rules. */
export const isKnownRule = (rule: string, { secrets, sast }: KnownRules): boolean =>
  secrets.has(rule) || sast.has(rule) || sourceRules.some((each) => each === rule);
