import type { TemplateRule, TemplateTag } from './template-rule.ts';

/** Parts of the page that the template engine itself puts together, and values that a filter made harmless. */
const composed =
  /^(?:include|partial|render|layout|block|yield|body|content|contentFor|defineContent|super|styles?|scripts?|svg|icon|csrf|form|field|css|js|asset|markup)\b|json|sanitiz|purif|escape|markdown|stringify|bleach|striptags|translate|gettext|(?:^|[\s(])(?:_|__|t|i18n|trans)\(|\bhtml_safe_list\b|^["'][^"']*["'](?:\s?\|\s?safe)?$/i;

const filters = (content: string): string[] => content.split('|').map((part) => part.trim());

const isUnescaped = ({ kind, open, content }: TemplateTag): boolean => {
  if (kind === 'ejs') return open === '<%-';
  if (kind === 'handlebars') return open === '{{{' || (open === '{{' && content.startsWith('&'));
  if (open === '{{')
    return filters(content)
      .slice(1)
      .some((name) => /^(?:safe|safeseq|raw)$/.test(name));
  return false;
};

const endsEscaping = ({ kind, open, content }: TemplateTag): boolean =>
  kind === 'jinja' && open === '{%' && /^autoescape\s+(?:off|false)$/i.test(content);

export const tplUnescapedOutput: TemplateRule = {
  id: 'tpl-unescaped-output',
  cwe: 'CWE-79',
  severity: 'medium',
  confidence: 'low',
  title: 'Unescaped output in a template',
  message:
    'The value is put into the page without escaping: if any of it is untrusted, it can inject a script.',
  help: 'Let the template escape it, or sanitize the markup before.',
  matches: (tag) =>
    endsEscaping(tag) || (isUnescaped(tag) && !composed.test(tag.content.replace(/^[&~\s]{1,5}/, ''))),
  positives: [
    ['views/a.ejs', '<p><%- user.name %></p>\n'],
    ['views/a.hbs', '<p>{{{ comment }}}</p>\n'],
    ['views/a.mustache', '<p>{{& comment }}</p>\n'],
    ['templates/a.html', '<p>{{ comment|safe }}</p>\n'],
    ['templates/a.html', '{% autoescape off %}<p>text</p>{% endautoescape %}\n'],
    ['templates/a.jinja2', '<p>{{ items | join(", ") | safe }}</p>\n'],
  ],
  negatives: [
    ['views/a.ejs', "<%= user.name %><%- include('header') %><%- JSON.stringify(data) %><%- body %>\n"],
    ['views/a.hbs', '<p>{{ comment }}</p>{{{body}}}{{!-- {{{ x }}} --}}\n'],
    ['templates/a.html', '<p>{{ comment }}</p>{{ data|tojson|safe }}{{ super()|safe }}{# {{ x|safe }} #}\n'],
    ['templates/a.html', '{% autoescape on %}<p>{{ text|safe_list }}</p>{% endautoescape %}\n'],
  ],
};
