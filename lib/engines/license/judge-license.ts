import parse, { type Info } from 'spdx-expression-parse';
import { licenseCategories, type LicenseCategory, type LicensePolicy } from '../model/policy.ts';
import { guessLicense, saysProprietary } from './free-text.ts';
import { licenseCategory } from './license-categories.ts';
import { canonicalId, spdxSpelling, formatLicenseId } from './spdx-id.ts';

export type LicenseVerdict = 'compliant' | 'nonCompliant' | 'unknown';

export interface LicenseJudgment {
  verdict: LicenseVerdict;
  /** Of the part that decides: of an OR the choice taken, of an AND what binds most. */
  category: LicenseCategory;
  /** As judged: SPDX in its own spelling, else the text as stated. Absent when nothing was stated. */
  expression?: string;
}

type Judged = Pick<LicenseJudgment, 'verdict' | 'category'>;
type Rules = Record<'deny' | 'allow', ReadonlySet<string>> & { denyCategories: readonly LicenseCategory[] };

/** Longer or deeper ones are no licence anybody wrote; the parser recurses. */
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

/** SPDX compares ids without case; the parser does not. */
const inSpdxSpelling = (text: string): string =>
  text.replace(/\s+/g, ' ').replace(/[A-Za-z0-9.-]+/g, (word) => spdxSpelling(word) ?? word);

const parsed = (text: string): { tree: Info; expression: string } | undefined => {
  if (!/^[A-Za-z0-9.:+()\s-]+$/.test(text) || nestingOf(text) > deepestNesting) return undefined;
  const expression = inSpdxSpelling(text);
  try {
    return { tree: parse(expression), expression };
  } catch {
    return undefined;
  }
};

/** An entry of a policy's list: an id, one with `+` or an exception, or a text that is no SPDX at all. */
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

const byCategory = (category: LicenseCategory, rules: Rules): Judged => {
  if (rules.denyCategories.includes(category)) return { verdict: 'nonCompliant', category };
  return { verdict: category === 'unknown' ? 'unknown' : 'compliant', category };
};

const byNames = (names: string[], category: LicenseCategory, rules: Rules): Judged => {
  const lower = names.map((name) => name.toLowerCase());
  if (lower.some((name) => rules.deny.has(name))) return { verdict: 'nonCompliant', category };
  if (lower.some((name) => rules.allow.has(name))) return { verdict: 'compliant', category };
  return byCategory(category, rules);
};

/** A list's id speaks for the licence with any exception too: an exception only ever permits more. */
const judgeOne = (license: string, plus: boolean, exception: string | undefined, rules: Rules): Judged => {
  const id = canonicalId(license, plus, exception);
  return byNames([formatLicenseId(id), id.id], licenseCategory(id.id, id.exception), rules);
};

/** From what binds least to what binds most; unknown may be anything. */
const strictness = (category: LicenseCategory): number => licenseCategories.indexOf(category);
const leniency: Record<LicenseVerdict, number> = { compliant: 2, unknown: 1, nonCompliant: 0 };

/** Of an OR the better one: one may choose. Of an AND the worse one: both bind. */
const combine = (a: Judged, b: Judged, all: boolean): Judged => {
  const lenient =
    leniency[a.verdict] - leniency[b.verdict] || strictness(b.category) - strictness(a.category);
  return lenient >= 0 === all ? b : a;
};

const judgeTree = (tree: Info, rules: Rules): Judged =>
  'conjunction' in tree
    ? combine(judgeTree(tree.left, rules), judgeTree(tree.right, rules), tree.conjunction === 'and')
    : judgeOne(tree.license, tree.plus === true, tree.exception, rules);

/** Free text: denied where its likely meaning is, else as unknown as any text. Allowed only by its own words. */
const judgeText = (text: string, rules: Rules): Judged => {
  const likely = guessLicense(text);
  const [license = '', exception] = likely?.split(' WITH ') ?? [];
  const proprietary = saysProprietary(text);
  const guess = likely ? judgeOne(license, false, exception, rules) : byCategory('unknown', rules);
  const meant = proprietary ? byCategory('proprietary', rules) : guess;
  const literal = byNames([text], meant.category, { ...rules, denyCategories: [] });
  if (literal.verdict === 'nonCompliant' || rules.allow.has(text.toLowerCase())) return literal;
  if (meant.verdict === 'nonCompliant') return meant;
  const { verdict } = byCategory('unknown', rules);
  return { verdict, category: verdict === 'nonCompliant' ? 'unknown' : meant.category };
};

/**
 * Judges one stated licence. Only an SPDX expression, or what the policy allows by name, is ever compliant;
 * a licence nobody stated, or a text that can only be guessed, is unknown unless the policy denies it.
 * Never throws.
 */
export const judgeLicense = (stated: string | undefined, policy: LicensePolicy): LicenseJudgment => {
  const rules = rulesOf(policy);
  const text = stated?.trim() ?? '';
  if (text === '') return byCategory('unknown', rules);
  if (text.length > longestExpression) return { ...byCategory('unknown', rules), expression: shown(text) };
  const spdx = parsed(text);
  if (!spdx) return { ...judgeText(text, rules), expression: shown(text) };
  return { ...judgeTree(spdx.tree, rules), expression: shown(spdx.expression) };
};
