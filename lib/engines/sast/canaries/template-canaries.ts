import type { TemplateKind } from '../templates/tags.ts';
import type { CanaryFile } from './canary-file.ts';

const everywhere = [
  'tpl-unescaped-output',
  'tpl-unquoted-attribute',
  'tpl-value-in-address',
  'tpl-value-in-handler',
  'tpl-value-in-script',
];

/** Writes a page with a value in each place where one is dangerous. */
const pageWith = (value: (name: string) => string, raw: string): string =>
  `<p>${raw}</p>
<a title=${value('title')} href="${value('website')}">a</a>
<p onclick="show('${value('name')}')">a</p>
<script>const name = "${value('name')}";</script>
`;

/** Templates with a finding of each rule for their kind. */
export const templateCanaries: Readonly<Record<TemplateKind, CanaryFile>> = {
  blade: {
    file: 'canary.blade.php',
    rules: [...everywhere, 'tpl-form-without-token'],
    text: `<form method="post" action="/a"></form>\n${pageWith((name) => `{{ $a->${name} }}`, '{!! $a->text !!}')}`,
  },
  ejs: {
    file: 'canary.ejs',
    rules: everywhere,
    text: pageWith((name) => `<%= a.${name} %>`, '<%- a.text %>'),
  },
  erb: {
    file: 'canary.html.erb',
    rules: [...everywhere, 'tpl-form-without-token'],
    text: `<form method="post" action="/a"></form>\n${pageWith((name) => `<%= @a.${name} %>`, '<%== @a.text %>')}`,
  },
  handlebars: {
    file: 'canary.hbs',
    rules: everywhere,
    text: pageWith((name) => `{{ ${name} }}`, '{{{ text }}}'),
  },
  jinja: {
    file: 'canary.html',
    rules: [...everywhere, 'tpl-form-without-token', 'tpl-autoescape-off'],
    text: `{% load static %}{% autoescape off %}{% endautoescape %}\n<form method="post"></form>\n${pageWith(
      (name) => `{{ a.${name} }}`,
      '{{ a.text|safe }}',
    )}`,
  },
  jsp: {
    file: 'canary.jsp',
    rules: [...everywhere, 'tpl-request-in-page'],
    text: `<p>\${param.a}</p>\n${pageWith((name) => `\${a.${name}}`, '<%= a.getText() %>')}`,
  },
  pug: { file: 'canary.pug', rules: ['tpl-unescaped-output'], text: 'p!= text\n' },
  razor: {
    file: 'canary.cshtml',
    rules: [...everywhere, 'tpl-form-without-token', 'tpl-request-in-page'],
    text: `<form method="post" action="/a"></form>\n<p>@Html.Raw(Request.Query["a"])</p>\n${pageWith(
      (name) => `@(a.${name})`,
      '@Html.Raw(a.Text)',
    )}`,
  },
  vue: {
    file: 'Canary.vue',
    rules: ['tpl-unescaped-output', 'tpl-value-in-address'],
    text: '<template>\n  <p v-html="a.text" />\n  <a :href="a.website">a</a>\n</template>\n',
  },
};
