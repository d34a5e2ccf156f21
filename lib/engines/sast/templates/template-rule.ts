import type { Rule } from '../rule.ts';
import type { PagePlace } from './page.ts';
import type { Tag, TemplateKind } from './tags.ts';

/** A tag under examination. */
export interface TemplateTag extends Tag, PagePlace {
  kind: TemplateKind;
  /** Whether the page has tags that only Django has. */
  isDjango?: boolean;
}

/** The opening delimiters of tags that write a value into the page. */
const writing: ReadonlySet<string> = new Set(['<%=', '<%-', '{{', '{{{', '${', '{!!', '<%==', '@', '@(']);

/** Whether a tag writes a value into the page. */
export const writesValue = ({ open }: TemplateTag): boolean => writing.has(open);

/**
 * A rule for the tags of templates. Most of its findings are for auditors: a template does not say where its values come
 * from, unless it takes them from the request itself.
 */
export interface TemplateRule extends Pick<
  Rule,
  'id' | 'cwe' | 'severity' | 'confidence' | 'title' | 'message' | 'help'
> {
  matches: (tag: TemplateTag) => boolean;
  /** Templates with exactly one finding, by file name. */
  positives: readonly (readonly [file: string, text: string])[];
  negatives: readonly (readonly [file: string, text: string])[];
}
