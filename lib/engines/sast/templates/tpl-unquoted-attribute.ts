import type { TemplateRule } from './template-rule.ts';

const numbers =
  /(?:^|[\s._])(?:id|pk|count|total|index|length|width|height|size|page)$|\|\s{0,3}(?:int|length)\b|csrf/i;

export const tplUnquotedAttribute: TemplateRule = {
  id: 'tpl-unquoted-attribute',
  cwe: 'CWE-79',
  severity: 'low',
  confidence: 'low',
  title: 'Unquoted attribute value',
  message:
    'A space ends an unquoted attribute value: what follows becomes another attribute, such as onclick.',
  help: 'Quote the value.',
  matches: ({ isUnquoted, open, content, element }) =>
    isUnquoted &&
    ['<%=', '<%-', '{{', '{{{', '${', '{!!', '<%==', '@', '@('].includes(open) &&
    !element?.includes(':') &&
    !numbers.test(content) &&
    !/^[#/>!]/.test(content),
  positives: [
    ['views/b.ejs', '<p title=<%- user.title %>>a</p>\n'],
    ['views/b.hbs', '<p title={{{ title }}}>a</p>\n'],
    ['resources/views/b.blade.php', '<p title={!! $user->title !!}>a</p>\n'],
    ['app/views/b.html.erb', '<p title=<%== @user.title %>>a</p>\n'],
    ['Views/B.cshtml', '<p title=@(Model.Title)>a</p>\n'],
    ['views/a.ejs', '<input value=<%= name %>>\n'],
    ['app/views/a.html.erb', '<input value=<%= @user.name %>>\n'],
    ['resources/views/a.blade.php', '<input value={{ $name }}>\n'],
    ['templates/a.html.twig', '<input value={{ name }}>\n'],
    ['views/a.hbs', '<div class={{ name }}>text</div>\n'],
    ['templates/a.html', '<img alt={{ name }}>\n'],
    ['web/a.jsp', '<img alt=${user.name}>\n'],
    ['Views/A.cshtml', '<img alt=@Model.Name>\n'],
  ],
  negatives: [
    ['web/b.jsp', '<form:input path=${title}/>\n'],
    ['views/a.ejs', '<input value="<%= name %>"><p>a=<%= name %></p>\n'],
    ['templates/a.html', '<img alt="{{ name }}" width={{ image.width }}>\n'],
  ],
};
