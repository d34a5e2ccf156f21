import { blankQuotedBrackets } from './blank-brackets.ts';
import { isNestedTooDeeply } from './parser.ts';
import type { Language } from './rule.ts';

/** Returns a text that the parser can take; undefined for code that is nested too deeply. */
export const parseable = (text: string, language: Language): string | undefined => {
  if (!isNestedTooDeeply(text)) return text;
  const blanked = blankQuotedBrackets(text, language);
  return isNestedTooDeeply(blanked) ? undefined : blanked;
};
