import { writesValue, type TemplateRule } from './template-rule.ts';

/** Values that are numbers, that are written as JSON, or that the program chooses. */
export const harmlessInScript =
  /json|^(?:raw\s)?j[\s(]|javascript|_(?:path|url)\b|\bjs\b|escapejs|js_?string|stringify|encodeURI|url_for|asset|static|csrf|nonce|version|config|settings|context_?path|\|\s{0,3}(?:int|length|safe_js|bool)\b|(?:^|[\s._])(?:id|pk|count|total|index|length|page)$|^(?:super|block|#|\/|>|else|!|if|each|for|include|partial)|^["'][^"']*["']$|(?:^|[\s(])(?:_|__|t|i18n|trans|gettext)\s?[( ]/i;

export const tplValueInScript: TemplateRule = {
  id: 'tpl-value-in-script',
  cwe: 'CWE-79',
  severity: 'low',
  confidence: 'low',
  title: 'Value in a script of a template',
  message:
    'HTML escaping does not make a value safe inside a script: it can end the string or the statement.',
  help: 'Output it as JSON (json_script, tojson, JSON.stringify with escaped slashes), or read it from a data attribute.',
  matches: (tag) => tag.inScript && writesValue(tag) && !harmlessInScript.test(tag.content),
  positives: [
    ['views/a.ejs', "<script>\n  const name = '<%= user.name %>';\n</script>\n"],
    ['app/views/a.html.erb', '<script>const name = "<%= @user.name %>";</script>\n'],
    ['resources/views/a.blade.php', '<script>const name = "{{ $name }}";</script>\n'],
    ['templates/a.html.twig', '<script>const name = "{{ user.name }}";</script>\n'],
    ['views/a.hbs', '<script>const name = "{{ name }}";</script>\n'],
    ['templates/a.html', '<script>const name = "{{ user.name }}";</script>\n'],
    ['web/a.jsp', '<script>const name = "${user.name}";</script>\n'],
    ['Views/A.cshtml', '<script>const name = "@Model.Name";</script>\n'],
  ],
  negatives: [
    ['views/a.ejs', '<script>const data = <%- JSON.stringify(data) %>;</script><p><%= user.name %></p>\n'],
    ['templates/a.html', '<script>const data = {{ data|tojson }};</script><p>{{ user.name }}</p>\n'],
    ['templates/a.html', '<script type="application/json">{"name": "{{ name }}"}</script>\n'],
    ['web/a.jsp', '<script>const root = "${pageContext.request.contextPath}";</script>\n'],
    ['Views/A.cshtml', '<script>const all = @Json.Serialize(Model); const id = @Model.Id;</script>\n'],
    [
      'app/views/a.html.erb',
      '<script>const name = "<%= j @user.name %>"; const d = <%= raw @d.to_json %>;</script>\n',
    ],
    ['resources/views/a.blade.php', '<script>const data = @json($data);</script>\n'],
    ['templates/a.html.twig', '<script>const name = "{{ name|e(\'js\') }}";</script>\n'],
    ['views/a.hbs', '<script src="/a.js"></script><p>{{ name }}</p>\n'],
  ],
};
