import type { TemplateRule } from './template-rule.ts';

export const tplAutoescapeOff: TemplateRule = {
  id: 'tpl-autoescape-off',
  cwe: 'CWE-79',
  severity: 'medium',
  title: 'Template escaping is off',
  message: 'Values in this block are put into the page unescaped: an untrusted one can inject a script.',
  help: 'Leave escaping on, and mark the few values that are trusted markup.',
  matches: ({ kind, open, content }) =>
    kind === 'jinja' && open === '{%' && /^autoescape\s+(?:off|false)$/i.test(content),
  positives: [
    ['templates/a.html', '{% autoescape off %}<p>text</p>{% endautoescape %}\n'],
    ['templates/a.html.twig', '{% autoescape false %}<p>text</p>{% endautoescape %}\n'],
    ['templates/a.jinja2', '{% autoescape false %}<p>text</p>{% endautoescape %}\n'],
  ],
  negatives: [
    ['templates/a.html', '{% autoescape on %}<p>text</p>{% endautoescape %}\n'],
    ['templates/a.html', '{# {% autoescape off %} #}<p>{{ text }}</p>\n'],
  ],
};
