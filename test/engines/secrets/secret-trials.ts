import { createLeakFinder, type FindLeaks } from '@scangate/engines/secrets/leak-finder';
import { ruleKinds, type Rule } from '@scangate/engines/secrets/rule';
import { likeSecrets, mutantsOfRule, type SecretMutant } from './secret-mutants.ts';

const pathOf = ({ samplePath }: Rule): string => samplePath ?? 'config/app.env';

const startsIn = (find: FindLeaks, path: string, text: string): string[] =>
  find({ path, bytes: Buffer.from(text), kinds: ruleKinds }).leaks.map(({ start, end }) => `${start}-${end}`);

/** Returns what a rule alone finds in each of its cases. */
const answersOf = (rule: Rule, { texts, path }: { texts: readonly string[]; path: string }): string[] => {
  const find = createLeakFinder([rule]);
  return texts.map((text) => startsIn(find, path, text).join());
};

/** The cases of a rule that it answers as they say when no other rule is beside it. */
const textsOf = (rule: Rule, keywords: readonly string[]): string[] => [
  ...rule.positives().map(({ text }) => text),
  ...rule.negatives().filter((text) => answersOf(rule, { texts: [text], path: pathOf(rule) })[0] === ''),
  ...keywords.map((words) => withKeyword(rule, words)),
];

/** Puts another keyword in place of that of the first positive that has one. */
const withKeyword = (rule: Rule, keyword: string): string => {
  for (const { text, secret } of rule.positives()) {
    const folded = text.toLowerCase();
    const at = text.indexOf(secret);
    const known = rule.keywords.find((each) => folded.lastIndexOf(each, at) !== -1);
    if (known === undefined) continue;
    const from = folded.lastIndexOf(known, at);
    return text.slice(0, from) + keyword + text.slice(from + known.length);
  }
  return keyword;
};

/**
 * Returns the mutants of a rule that none of its cases tells from it.
 * @param keywords of which there is a case beside those of the rule.
 */
export const survivorsOf = (rule: Rule, keywords: readonly string[]): SecretMutant[] => {
  const path = pathOf(rule);
  const sets = [textsOf(rule, keywords), likeSecrets(rule)];
  const before = sets.map((texts) => answersOf(rule, { texts, path }).join(';'));
  return mutantsOfRule(rule).filter(({ to }) =>
    sets.every((texts, index) => answersOf(to, { texts, path }).join(';') === before[index]),
  );
};

/** Whether a rule finds a secret beside a keyword. */
export const findsBeside = (rule: Rule, keyword: string): boolean =>
  answersOf(rule, { texts: [withKeyword(rule, keyword)], path: pathOf(rule) })[0] !== '';

/** Returns a keyword with each choice of capitals in its first letters. */
export const spellingsOf = (keyword: string): string[] =>
  Array.from({ length: 16 }, (_, choice) =>
    [...keyword].map((sign, at) => ((choice >> at) & 1 ? sign.toUpperCase() : sign)).join(''),
  ).concat(keyword.toUpperCase());
