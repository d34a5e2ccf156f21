import { blankQuotedBrackets } from './blank-brackets.ts';
import { isNestedTooDeeply } from './parser.ts';
import type { Language } from './rule.ts';

/** Returns the text as the parser can take it; undefined for code that is too deeply nested. */
export const parseable = (text: string, language: Language): string | undefined => {
  if (!isNestedTooDeeply(text)) return text;
  const blanked = blankQuotedBrackets(text, language);
  return isNestedTooDeeply(blanked) ? undefined : blanked;
};
