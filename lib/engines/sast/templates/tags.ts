import { extensionOf } from '@scangate/engines/units/paths';
import { firstOf, searchIn } from '../embedded/search-in.ts';
import { pugTags } from './pug-tags.ts';
import { razorTags } from './razor-tags.ts';
import { vueTags } from './vue-tags.ts';

/** The template languages, told apart by the shape of their tags. */
export type TemplateKind = 'blade' | 'ejs' | 'erb' | 'handlebars' | 'jinja' | 'jsp' | 'pug' | 'razor' | 'vue';

/** A tag of a template. */
export interface Tag {
  /** The opening delimiter without spaces: `<%-`, `{{{`, `{{`, `{%`; in Vue `v-html` and `v-href`, in Pug `!=` and `!{`, in Razor `@`,
   * `@(` and `@Html.Raw`. */
  open: string;
  /** The trimmed text between the delimiters. */
  content: string;
  start: number;
  end: number;
}

const kindsByExtension: Readonly<Record<string, TemplateKind>> = {
  ejs: 'ejs',
  hbs: 'handlebars',
  handlebars: 'handlebars',
  mustache: 'handlebars',
  jinja: 'jinja',
  jinja2: 'jinja',
  j2: 'jinja',
  djhtml: 'jinja',
  html: 'jinja',
  htm: 'jinja',
  twig: 'jinja',
  erb: 'erb',
  rhtml: 'erb',
  jsp: 'jsp',
  jspf: 'jsp',
  jspx: 'jsp',
  tag: 'jsp',
  pug: 'pug',
  jade: 'pug',
  vue: 'vue',
  cshtml: 'razor',
  razor: 'razor',
};

/** Returns the kind of a template by its name; an HTML page may be one of Django or Jinja. */
export const templateKindOf = (path: string): TemplateKind | undefined => {
  const extension = extensionOf(path);
  if (/\.blade\.php$/i.test(path)) return 'blade';
  return Object.hasOwn(kindsByExtension, extension) ? kindsByExtension[extension] : undefined;
};

/** Returns whether a name is that of an HTML page, which is a template only when it has tags. */
export const isPage = (path: string): boolean => /^html?$/.test(extensionOf(path));

type DelimitedKind = Exclude<TemplateKind, 'pug' | 'razor' | 'vue'>;

/** A delimiter that stands for itself has no end, and what follows is read on. */
const delimiters: Readonly<Record<DelimitedKind, readonly (readonly [open: string, close: string])[]>> = {
  blade: [
    ['{!!', '!!}'],
    ['{{--', '--}}'],
    ['{{', '}}'],
  ],
  erb: [
    ['<%%', ''],
    ['<%#', '%>'],
    ['<%==', '%>'],
    ['<%=', '%>'],
    ['<%', '%>'],
  ],
  ejs: [
    ['<%%', ''],
    ['<%-', '%>'],
    ['<%=', '%>'],
    ['<%#', '%>'],
    ['<%', '%>'],
  ],
  handlebars: [
    ['{{{', '}}}'],
    ['{{!--', '--}}'],
    ['{{', '}}'],
  ],
  jsp: [
    ['<%--', '--%>'],
    ['<%=', '%>'],
    ['<%', '%>'],
    ['${', '}'],
    ['<c:out', '>'],
  ],
  jinja: [
    ['{{', '}}'],
    ['{%', '%}'],
    ['{#', '#}'],
  ],
};

/** The tags of a template in order. */
export interface Tags {
  tags: readonly Tag[];
  /** Whether there are further ones. */
  isPartial: boolean;
}

const maxTags = 20_000;

/**
 * A longer tag with another opening delimiter in it is probably not one: the first delimiter stands in a text, and the tag begins
 * at the second.
 */
const longTag = 2000;
const mayBeText: ReadonlySet<string> = new Set(['{{', '{{{', '{!!', '{%', '${', '<c:out']);

/** The opening delimiters of tags. */
const begins: Readonly<Record<DelimitedKind, readonly string[]>> = {
  blade: ['{'],
  erb: ['<%'],
  ejs: ['<%'],
  handlebars: ['{'],
  jinja: ['{'],
  jsp: ['<%', '${', '<c:out'],
};

/** Returns the tags of a template in order, in linear time. */
const delimitedTags = (text: string, kind: DelimitedKind): Tags => {
  const tags: Tag[] = [];
  let isPartial = false;
  const search = searchIn(text);
  const nextFrom = (from: number): number => firstOf(search, begins[kind], from);
  const opensWithin = (open: string, from: number, to: number): boolean => {
    const again = search(open, from);
    return again !== -1 && again < to;
  };
  let at = nextFrom(0);
  while (at !== -1 && tags.length < maxTags) {
    const [open, close] = delimiters[kind].find(([each]) => text.startsWith(each, at)) ?? [
      text[at] ?? '',
      '',
    ];
    const from = at + open.length;
    const closesAt = close === '' ? -1 : search(close, from);
    const isUnclear = closesAt - from > longTag && mayBeText.has(open) && opensWithin(open, from, closesAt);
    isPartial ||= isUnclear;
    if (closesAt !== -1 && !isUnclear) {
      const end = closesAt + close.length;
      tags.push({ open, content: text.slice(from, closesAt).trim(), start: at, end });
      at = nextFrom(end);
    } else at = nextFrom(from);
  }
  return { tags, isPartial: isPartial || at !== -1 };
};

const limited = ({ tags, isPartial }: Tags): Tags => ({
  tags: tags.slice(0, maxTags),
  isPartial: isPartial || tags.length > maxTags,
});

/** Returns the tags of a template in order. */
const tagsOf = (text: string, kind: TemplateKind): Tags => {
  if (kind === 'vue') return limited({ tags: vueTags(text), isPartial: false });
  if (kind === 'razor') return limited(razorTags(text));
  return kind === 'pug' ? limited({ tags: pugTags(text), isPartial: false }) : delimitedTags(text, kind);
};

/** A template with its tags. */
export interface TemplatePage extends Tags {
  text: string;
  kind: TemplateKind;
}

export const readTemplate = (text: string, kind: TemplateKind): TemplatePage => ({
  text,
  kind,
  ...tagsOf(text, kind),
});
