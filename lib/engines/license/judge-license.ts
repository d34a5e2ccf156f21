import parse, { type Info } from 'spdx-expression-parse';
import { licenseCategories, type LicenseCategory, type LicensePolicy } from '../model/gate/policy.ts';
import { guessLicense, saysProprietary, saysSourceAvailable } from './free-text.ts';
import { licenseOfAddress } from './license-address.ts';
import { deniableCategories, licenseCategory } from './license-categories.ts';
import { licenseListOf, withoutParentheses } from './license-list.ts';
import { canonicalId, formatLicenseId, spdxSpelling, type LicenseId } from './spdx-id.ts';

export type LicenseVerdict = 'compliant' | 'nonCompliant' | 'unknown';

export interface LicenseJudgment {
  verdict: LicenseVerdict;
  /** Category of the deciding part: the chosen license of an OR, the strictest of an AND. */
  category: LicenseCategory;
  /**
   * The evaluated expression: SPDX in canonical spelling, else the text as stated. Absent when nothing was
   * stated.
   */
  expression?: string;
}

type Judged = Pick<LicenseJudgment, 'verdict' | 'category'>;
type Rules = Record<'deny' | 'allow', ReadonlySet<string>> & { denyCategories: readonly LicenseCategory[] };

/** Limits far above real expressions; the parser is recursive. */
const longestExpression = 2000;
const deepestNesting = 32;
const shownText = 200;

const shown = (text: string): string => (text.length > shownText ? `${text.slice(0, shownText - 1)}…` : text);

const nestingOf = (text: string): number => {
  let [depth, deepest] = [0, 0];
  for (const character of text) {
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
};

/** Restores the canonical case of ids, which SPDX compares without case but the parser does not. */
const inSpdxSpelling = (text: string): string =>
  text.replace(/\s+/g, ' ').replace(/[A-Za-z0-9.-]+/g, (word) => spdxSpelling(word) ?? word);

const parsed = (text: string): { tree: Info; expression: string } | undefined => {
  if (!/^[A-Za-z0-9.:+()\s-]+$/.test(text)) return undefined;
  const expression = inSpdxSpelling(text);
  try {
    return { tree: parse(expression), expression };
  } catch {
    return undefined;
  }
};

/** Normalizes an entry of a policy list: an id, possibly with `+` or an exception, or a text that is not SPDX. */
const listedName = (entry: string): string => {
  const [license = '', exception] = entry.trim().split(/ with /i);
  const plus = license.endsWith('+');
  const id = canonicalId(plus ? license.slice(0, -1) : license, plus, exception);
  return formatLicenseId(id).toLowerCase();
};

const rulesOf = (policy: LicensePolicy): Rules => ({
  deny: new Set(policy.deny.map(listedName)),
  allow: new Set(policy.allow.map(listedName)),
  denyCategories: policy.denyCategories,
});

const byCategory = (category: LicenseCategory, rules: Rules, id?: string): Judged => {
  const isDenied = deniableCategories(category, id).some((each) => rules.denyCategories.includes(each));
  if (isDenied) return { verdict: 'nonCompliant', category };
  return { verdict: category === 'unknown' ? 'unknown' : 'compliant', category };
};

/** @param names from the fullest to the bare id. */
const byNames = (names: string[], category: LicenseCategory, rules: Rules): Judged => {
  const lower = names.map((name) => name.toLowerCase());
  if (lower.some((name) => rules.deny.has(name))) return { verdict: 'nonCompliant', category };
  if (lower.some((name) => rules.allow.has(name))) return { verdict: 'compliant', category };
  return byCategory(category, rules, names.at(-1));
};

/** Gives a custom license whose name restricts its use a category; it stays unknown unless that category is denied. */
const judgeCustom = (name: string, rules: Rules): Judged => {
  const restricted = byNames([name], 'source-available', rules);
  return restricted.verdict === 'nonCompliant' ? restricted : byNames([name], 'unknown', rules);
};

/**
 * Evaluates one license. An id in a list also covers it with an exception, because exceptions only add
 * permissions.
 */
const judgeOne = (license: LicenseId, rules: Rules): Judged => {
  const { id, exception } = license;
  if (id.includes('LicenseRef-') && saysSourceAvailable(id)) return judgeCustom(id, rules);
  return byNames([formatLicenseId(license), id], licenseCategory(id, exception), rules);
};

/** Orders categories from permissive to strict; unknown is last, because it may be anything. */
const strictness = (category: LicenseCategory): number => licenseCategories.indexOf(category);
const leniency: Record<LicenseVerdict, number> = { compliant: 2, unknown: 1, nonCompliant: 0 };

/**
 * Combines two results: the better one of an OR, because one may choose, and the worse one of an AND, because
 * both apply.
 */
const combine = (a: Judged, b: Judged, all: boolean): Judged => {
  const lenient =
    leniency[a.verdict] - leniency[b.verdict] || strictness(b.category) - strictness(a.category);
  return lenient >= 0 === all ? b : a;
};

const judgeTree = (tree: Info, rules: Rules): Judged =>
  'conjunction' in tree
    ? combine(judgeTree(tree.left, rules), judgeTree(tree.right, rules), tree.conjunction === 'and')
    : judgeOne(canonicalId(tree.license, tree.plus === true, tree.exception), rules);

/**
 * Evaluates free text: denied if its likely meaning is, else unknown. It is allowed only by its literal text.
 */
const judgeText = (text: string, rules: Rules): Judged => {
  const likely = guessLicense(text);
  const [license = '', exception] = likely?.split(' WITH ') ?? [];
  const guess = likely
    ? judgeOne(canonicalId(license, false, exception), rules)
    : byCategory('unknown', rules);
  const said = saidCategory(text);
  const meant = said === undefined ? guess : byCategory(said, rules);
  const literal = byNames([text], meant.category, { ...rules, denyCategories: [] });
  if (literal.verdict === 'nonCompliant' || rules.allow.has(text.toLowerCase())) return literal;
  if (meant.verdict === 'nonCompliant') return meant;
  const { verdict } = byCategory('unknown', rules);
  return { verdict, category: verdict === 'nonCompliant' ? 'unknown' : meant.category };
};

const saidCategory = (text: string): LicenseCategory | undefined => {
  if (saysProprietary(text)) return 'proprietary';
  return saysSourceAvailable(text) ? 'source-available' : undefined;
};

/** Evaluates a list that may mean a choice or all: where both readings differ, the license is unknown. */
const judgeUnclear = (parts: readonly Judged[], rules: Rules): Judged => {
  const [any, all] = [false, true].map((together) => parts.reduce((a, b) => combine(a, b, together)));
  if (!any || !all || any.verdict === all.verdict) return all ?? byCategory('unknown', rules);
  return byCategory('unknown', rules);
};

/** Nested lists have at most one level for each separator. */
const deepestList = 4;

/**
 * Evaluates a text without SPDX syntax. A text that means one license is not a list (`MIT/X11`), and neither is
 * one that the policy lists.
 */
const judgeWords = (stated: string, rules: Rules, depth = 0): Judged => {
  const text = withoutParentheses(stated);
  const expression = licenseOfAddress(text) ?? text;
  const spdx = parsed(expression);
  if (spdx) return judgeTree(spdx.tree, rules);
  const whole = judgeText(text, rules);
  const name = text.toLowerCase();
  const isOne = guessLicense(text) !== undefined || saidCategory(text) !== undefined;
  if (isOne || depth >= deepestList || rules.deny.has(name) || rules.allow.has(name)) return whole;
  const list = licenseListOf(text);
  if (!list) return whole;
  const parts = list.parts.map((part) => judgeWords(part, rules, depth + 1));
  if (list.relation === 'unclear') return judgeUnclear(parts, rules);
  return parts.reduce((a, b) => combine(a, b, list.relation === 'all'));
};

/**
 * Evaluates one stated license. Only an SPDX expression, a list of them in words, the address of a license at its
 * steward, or a text that the policy allows by name, is ever compliant. A missing license or a guess is unknown
 * unless the policy denies it. Never throws.
 */
export const judgeLicense = (stated: string | undefined, policy: LicensePolicy): LicenseJudgment => {
  const rules = rulesOf(policy);
  const text = stated?.trim() ?? '';
  if (text === '') return byCategory('unknown', rules);
  if (text.length > longestExpression || nestingOf(text) > deepestNesting)
    return { ...byCategory('unknown', rules), expression: shown(text) };
  const spdx = parsed(licenseOfAddress(text) ?? text);
  if (!spdx) return { ...judgeWords(text, rules), expression: shown(text) };
  return { ...judgeTree(spdx.tree, rules), expression: shown(spdx.expression) };
};
