import { createLineIndex } from '@scangate/engines/source-files/line-index';
import { formsOf } from './forms.ts';
import { pageIndex, withoutTags } from './page.ts';
import type { Tag, TemplateKind, TemplatePage } from './tags.ts';
import type { TemplateRule } from './template-rule.ts';
import { tplAutoescapeOff } from './tpl-autoescape-off.ts';
import { tplFormWithoutToken } from './tpl-form-without-token.ts';
import { tplRequestInPage } from './tpl-request-in-page.ts';
import { tplUnescapedOutput } from './tpl-unescaped-output.ts';
import { tplUnquotedAttribute } from './tpl-unquoted-attribute.ts';
import { tplValueInAddress } from './tpl-value-in-address.ts';
import { tplValueInHandler } from './tpl-value-in-handler.ts';
import { tplValueInScript } from './tpl-value-in-script.ts';

export const templateRules: readonly TemplateRule[] = [
  tplAutoescapeOff,
  tplFormWithoutToken,
  tplRequestInPage,
  tplUnescapedOutput,
  tplUnquotedAttribute,
  tplValueInAddress,
  tplValueInHandler,
  tplValueInScript,
];

/** A match of a rule in a template. */
export interface TemplateHit {
  rule: TemplateRule;
  at: { text: string; place: { line: number; column: number; start: number; end: number } };
}

/** Jinja, which shares the syntax, has neither of these. */
const onlyInDjango = /^(?:load|url)\s/;

/** The kinds of templates whose frameworks put a token into forms. */
const withForms: ReadonlySet<TemplateKind> = new Set(['blade', 'erb', 'jinja', 'razor']);

/** Returns tags and forms in the order of the page. */
const partsOf = (tags: readonly Tag[], forms: readonly Tag[]): readonly Tag[] =>
  forms.length === 0 ? tags : [...tags, ...forms].toSorted((a, b) => a.start - b.start);

export interface ScannedTemplate {
  hits: TemplateHit[];
  /** Whether some of its tags were not looked at. */
  isPartial: boolean;
}

/** Returns the matches of the rules in a template, or undefined when it has no tags. */
export const scanTemplate = (
  { text, kind, tags, isPartial }: TemplatePage,
  rules: readonly TemplateRule[] = templateRules,
): ScannedTemplate | undefined => {
  if (tags.length === 0) return isPartial ? { hits: [], isPartial } : undefined;
  const isBlanked = kind !== 'vue' && kind !== 'pug';
  const page = isBlanked ? withoutTags(text, tags) : text;
  const placesAt = pageIndex(page, isBlanked);
  const lines = createLineIndex(text);
  const isDjango = tags.some(({ open, content }) => open === '{%' && onlyInDjango.test(content));
  const hits = partsOf(tags, withForms.has(kind) ? formsOf(text, page) : []).flatMap((tag) => {
    const examined = placesAt(tag.start).map((place) => ({ ...place, ...tag, kind, isDjango }));
    const line = lines.numberAt(tag.start);
    const column = tag.start - lines.bounds(line).start + 1;
    const at = {
      text: text.slice(tag.start, tag.end),
      place: { line, column, start: tag.start, end: tag.end },
    };
    return rules
      .filter((rule) => examined.some((place) => rule.matches(place)))
      .map((rule) => ({ rule, at }));
  });
  return { hits, isPartial };
};
