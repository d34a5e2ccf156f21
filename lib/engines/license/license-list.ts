/**
 * The relation of several licenses in one text: a choice, all of them, or unstated. A slash and npm's list mean a
 * choice to some authors only.
 */
export type ListRelation = 'choice' | 'all' | 'unclear';

export interface LicenseList {
  relation: ListRelation;
  parts: string[];
}

/** Separators from the weakest binding to the strongest; the `or` of `or later` belongs to a name. */
const separators: readonly { relation: ListRelation; form: RegExp }[] = [
  { relation: 'all', form: /^[,;]\s*(?:and\s)?/i },
  {
    relation: 'choice',
    form: /^(?:\s(?:and\/or|or)\s(?!(?:any\s)?(?:later|newer|greater|above)\b)|\s?\|\|?\s?)/i,
  },
  { relation: 'all', form: /^(?:\sand\s|\s?&&?\s?|\s\+\s)/i },
  { relation: 'unclear', form: /^\s?\/\s?/ },
];

const maxParts = 50;

/** Splits a text at the separator, outside of parentheses. */
const splitAt = (text: string, form: RegExp): string[] => {
  const parts: string[] = [];
  let [depth, start] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1;
    if (text[at] === ')') depth = Math.max(0, depth - 1);
    const found = depth === 0 && /[\s,;|&/]/.test(text[at] ?? '') ? form.exec(text.slice(at, at + 40)) : null;
    if (!found) continue;
    parts.push(text.slice(start, at));
    start = at + found[0].length;
    at = start - 1;
  }
  return [...parts, text.slice(start)].map((part) => part.trim()).filter((part) => part !== '');
};

const isWrapped = (text: string): boolean => {
  if (!text.startsWith('(') || !text.endsWith(')')) return false;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1;
    if (text[at] === ')') depth -= 1;
    if (depth === 0 && at < text.length - 1) return false;
  }
  return depth === 0;
};

/** Removes parentheses around the whole text. */
export const withoutParentheses = (text: string): string => {
  let bare = text.trim();
  while (isWrapped(bare)) bare = bare.slice(1, -1).trim();
  return bare;
};

/** Splits a text that lists several licenses without SPDX syntax; undefined for a text that lists none or too many. */
export const licenseListOf = (stated: string): LicenseList | undefined => {
  const text = withoutParentheses(stated.replace(/\s+/g, ' '));
  for (const { relation, form } of separators) {
    const parts = splitAt(text, form);
    if (parts.length > 1) return parts.length > maxParts ? undefined : { relation, parts };
  }
  return undefined;
};
