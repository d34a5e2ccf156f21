import { createLineIndex } from '@scangate/engines/source/line-index';
import { pageIndex } from './page.ts';
import { tagsOf, type TemplateKind } from './tags.ts';
import type { TemplateRule } from './template-rule.ts';
import { tplAutoescapeOff } from './tpl-autoescape-off.ts';
import { tplRequestInPage } from './tpl-request-in-page.ts';
import { tplUnescapedOutput } from './tpl-unescaped-output.ts';
import { tplUnquotedAttribute } from './tpl-unquoted-attribute.ts';
import { tplValueInScript } from './tpl-value-in-script.ts';

export const templateRules: readonly TemplateRule[] = [
  tplAutoescapeOff,
  tplRequestInPage,
  tplUnescapedOutput,
  tplUnquotedAttribute,
  tplValueInScript,
];

/** A match of a rule in a template. */
export interface TemplateHit {
  rule: TemplateRule;
  at: { text: string; place: { line: number; column: number; start: number; end: number } };
}

/** Returns the matches of the rules in a template, or undefined when it has no tags. */
export const scanTemplate = (text: string, kind: TemplateKind): TemplateHit[] | undefined => {
  const tags = tagsOf(text, kind);
  if (tags.length === 0) return undefined;
  const placeOf = pageIndex(text);
  const lines = createLineIndex(text);
  return tags.flatMap((tag) => {
    const examined = { ...tag, ...placeOf(tag.start), kind };
    const line = lines.numberAt(tag.start);
    const column = tag.start - lines.bounds(line).start + 1;
    const at = {
      text: text.slice(tag.start, tag.end),
      place: { line, column, start: tag.start, end: tag.end },
    };
    return templateRules.filter((rule) => rule.matches(examined)).map((rule) => ({ rule, at }));
  });
};
