import { extensionOf } from '@scangate/engines/units/paths';
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

const delimiters: Readonly<Record<DelimitedKind, readonly (readonly [open: string, close: string])[]>> = {
  blade: [
    ['{!!', '!!}'],
    ['{{--', '--}}'],
    ['{{', '}}'],
  ],
  erb: [
    ['<%%', '%>'],
    ['<%#', '%>'],
    ['<%==', '%>'],
    ['<%=', '%>'],
    ['<%', '%>'],
  ],
  ejs: [
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

const maxTagLength = 2000;
const maxTags = 20_000;

/**
 * Returns a search for the next occurrence of a text from increasing offsets: each occurrence is searched only once.
 */
const searchIn = (text: string): ((what: string, from: number) => number) => {
  const found = new Map<string, number>();
  return (what, from) => {
    const known = found.get(what);
    if (known !== undefined && (known === -1 || known >= from)) return known;
    const next = text.indexOf(what, from);
    found.set(what, next);
    return next;
  };
};

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
const delimitedTags = (text: string, kind: DelimitedKind): Tag[] => {
  const tags: Tag[] = [];
  const search = searchIn(text);
  const nextFrom = (from: number): number => {
    const found = begins[kind].map((begin) => search(begin, from)).filter((at) => at !== -1);
    return found.length === 0 ? -1 : Math.min(...found);
  };
  let at = nextFrom(0);
  while (at !== -1 && tags.length < maxTags) {
    const [open, close] = delimiters[kind].find(([each]) => text.startsWith(each, at)) ?? [
      text[at] ?? '',
      '',
    ];
    const from = at + open.length;
    const closesAt = close === '' ? -1 : search(close, from);
    if (closesAt !== -1 && closesAt - from <= maxTagLength) {
      const end = closesAt + close.length;
      tags.push({ open, content: text.slice(from, closesAt).trim(), start: at, end });
      at = nextFrom(end);
    } else at = nextFrom(from);
  }
  return tags;
};

/** Returns the tags of a template in order. */
export const tagsOf = (text: string, kind: TemplateKind): Tag[] => {
  if (kind === 'vue') return vueTags(text).slice(0, maxTags);
  if (kind === 'razor') return razorTags(text).slice(0, maxTags);
  return kind === 'pug' ? pugTags(text).slice(0, maxTags) : delimitedTags(text, kind);
};
