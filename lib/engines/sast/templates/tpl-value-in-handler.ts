import { harmlessInScript } from './tpl-value-in-script.ts';
import { writesValue, type TemplateRule } from './template-rule.ts';

export const tplValueInHandler: TemplateRule = {
  id: 'tpl-value-in-handler',
  cwe: 'CWE-79',
  severity: 'low',
  confidence: 'low',
  title: 'Value in an event handler of a template',
  message:
    'A browser decodes an attribute before it runs it: a quote in the value ends the string in the script.',
  help: 'Put the value into a data attribute, and read it from a script.',
  matches: (tag) =>
    writesValue(tag) && /^on[a-z]{3,30}$/.test(tag.attribute ?? '') && !harmlessInScript.test(tag.content),
  positives: [
    ['views/a.ejs', '<a onclick="show(\'<%= user.name %>\')">a</a>\n'],
    ['views/a.hbs', '<a onclick="show(\'{{ name }}\')">a</a>\n'],
    ['templates/a.html', '<a onclick="show(\'{{ user.name }}\')">a</a>\n'],
    ['templates/a.html.twig', '<a onclick=\'show("{{ user.name }}")\'>a</a>\n'],
    ['app/views/a.html.erb', '<a class="<%= c %>" onclick="show(\'<%= @user.name %>\')">a</a>\n'],
    ['resources/views/a.blade.php', '<a onmouseover="show(\'{{ $user->name }}\')">a</a>\n'],
    ['Views/A.cshtml', '<a onclick="show(\'@Model.Name\')">a</a>\n'],
    ['web/a.jsp', '<a onclick="show(\'${user.name}\')">a</a>\n'],
  ],
  negatives: [
    ['views/a.ejs', '<a onclick="show()" title="<%= user.name %>">a</a>\n'],
    ['views/a.ejs', '<a onclick="show(<%= user.id %>)">a</a><p on="<%= name %>">b</p>\n'],
    ['templates/a.html', '<a onclick="show({{ user|tojson }})">a</a><p>onclick="{{ name }}"</p>\n'],
    ['app/views/a.html.erb', '<a onclick="show(\'<%= j @user.name %>\')">a</a>\n'],
  ],
};
