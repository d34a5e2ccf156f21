import type { TemplateRule, TemplateTag } from './template-rule.ts';

/** Parts of the page that the template engine itself assembles, and values that a filter made harmless. */
const composed =
  /^(?:include|partial|render|layout|block|yield|body|content|contentFor|defineContent|super|styles?|scripts?|svg|icon|csrf|form|field|css|js|asset|markup)\b|json|sanitiz|purif|escape|markdown|stringify|bleach|striptags|translate|gettext|encode|(?:^|[\s(!])\$?(?:_|__|t|tc|i18n|trans)\(|\bhtml_safe_list\b|^["'][^"']*["'](?:\s?\|\s?(?:safe|raw))?$/i;

/** A string or number literal, a choice between two of them, or an empty value. */
const literal = /^(?:["'`][^"'`$]*["'`]|[^?]{1,200}\?\s?["'][^"']*["']\s?:\s?["'][^"']*["']|[\d.]*)$/;

/** Values that no visitor chooses: paths of the application, numbers, conditions and messages. */
const harmlessInJsp =
  /context_?path|\bctx\b|csrf|status\.(?:index|count)|fn:|[=!<>]=?|\b(?:empty|not|eq|ne|gt|lt|ge|le)\b|(?:^|[._])(?:id|pk|count|total|index|size|length|page|version|locale|theme)(?:\(\))?$|get(?:id|count|size|length|index|total)\(\)|^(?:request\.get(?:parameter|header|querystring)|param)|^\d|i18n|message|bundle|\bres(?:ource)?s?\./i;

const isRawInJsp = (open: string, content: string): boolean => {
  return (open === '<%=' || open === '${') && !harmlessInJsp.test(content) && !literal.test(content);
};

/** Custom tags take values as attributes; their output is their own responsibility. */
const isInCustomTag = ({ element }: TemplateTag): boolean => element?.includes(':') === true;

/** Markup that Laravel itself generates. */
const ofLaravel = /^(?:csrf_field|method_field)\(|->(?:links|render|toHtml)\(/;

/** Rails helpers that build markup from escaped values. */
const helper =
  /^(?:raw[\s(]{1,3})?(?:link_to|image_tag|content_tag|tag\.|t[\s(]|I18n|button_to|[a-z_]{1,60}_(?:tag|path|url)\b|['"][^'"#]*['"]\)?(?:\.html_safe)?$)/;

const isRawInErb = (open: string, content: string): boolean =>
  (open === '<%==' || (open === '<%=' && /^raw[\s(]|\.html_safe\b/.test(content))) && !helper.test(content);

const filters = (content: string): string[] => content.split('|').map((part) => part.trim());

const isUnescaped = ({ kind, open, content }: TemplateTag): boolean => {
  if (kind === 'ejs') return open === '<%-';
  if (kind === 'blade') return open === '{!!' && !literal.test(content) && !ofLaravel.test(content);
  if (kind === 'erb') return isRawInErb(open, content);
  if (kind === 'handlebars') return open === '{{{' || (open === '{{' && content.startsWith('&'));
  if (kind === 'vue') return open === 'v-html' && !literal.test(content);
  if (kind === 'pug') return !literal.test(content);
  if (kind === 'jsp') return isRawInJsp(open, content);
  if (kind === 'razor') return open === '@Html.Raw' && !literal.test(content);
  if (open === '{{')
    return filters(content)
      .slice(1)
      .some((name) => /^(?:safe|safeseq|raw)$/.test(name));
  return false;
};

/** `<c:out>` escapes unless told not to. */
const turnsEscapingOff = ({ open, content }: TemplateTag): boolean =>
  open === '<c:out' && /escapexml\s?=\s?["']false["']/i.test(content);

export const tplUnescapedOutput: TemplateRule = {
  id: 'tpl-unescaped-output',
  cwe: 'CWE-79',
  severity: 'medium',
  confidence: 'low',
  title: 'Unescaped output in a template',
  message:
    'The value is put into the page without escaping: if any of it is untrusted, it can inject a script.',
  help: 'Let the template escape it, or sanitize the markup first.',
  matches: (tag) =>
    turnsEscapingOff(tag) ||
    (isUnescaped(tag) && !isInCustomTag(tag) && !composed.test(tag.content.replace(/^[&~\s]{1,5}/, ''))),
  positives: [
    ['views/a.ejs', '<p><%- user.name %></p>\n'],
    ['views/a.hbs', '<p>{{{ comment }}}</p>\n'],
    ['views/a.mustache', '<p>{{& comment }}</p>\n'],
    ['templates/a.html', '<p>{{ comment|safe }}</p>\n'],
    ['templates/a.jinja2', '<p>{{ items | join(", ") | safe }}</p>\n'],
    ['src/A.vue', '<template>\n  <p v-html="comment.text" />\n</template>\n'],
    ['src/A.vue', "<template><p :innerHTML='comment'></p></template>\n"],
    ['views/a.pug', 'ul\n  li!= comment\n'],
    ['views/a.pug', 'p.note(class="a")!= user.name\n'],
    ['views/a.pug', 'p Hello !{name}\n'],
    ['views/a.pug', "a(class='b' href!=url) text\n"],
    ['app/views/a.html.erb', '<p><%= raw @user.name %></p>\n'],
    ['app/views/a.html.erb', '<p><%== @comment.text %></p>\n'],
    ['app/views/a.html.erb', '<p><%= @comment.text.html_safe %></p>\n'],
    ['resources/views/a.blade.php', '<p>{!! $comment->text !!}</p>\n'],
    ['templates/a.html.twig', '<p>{{ comment.text|raw }}</p>\n'],
    ['web/a.jsp', '<p><%= user.getName() %></p>\n'],
    ['web/a.jsp', '<p>${user.name}</p>\n'],
    ['Views/A.cshtml', '<p>@Html.Raw(Model.Comment)</p>\n'],
    ['Pages/A.razor', '<p>@((MarkupString)comment)</p>\n'],
    ['web/a.jsp', '<c:out value="${user.name}" escapeXml="false"/>\n'],
  ],
  negatives: [
    ['src/A.vue', '<template><a :href="link">a</a></template>\n'],
    ['views/a.pug', "p!= 12\np!= isOpen ? 'b' : 'c'\n"],
    ['views/a.ejs', "<%= user.name %><%- include('header') %><%- JSON.stringify(data) %><%- body %>\n"],
    [
      'Views/A.cshtml',
      '@model User\n<p>@Model.Name @(a + b) a@b.example @@Html.Raw @* @Html.Raw(x) *@ @Html.Raw(Json.Serialize(Model)) @RenderBody()</p>\n',
    ],
    ['views/a.hbs', '<p>{{ comment }}</p>{{{body}}}{{!-- {{{ x }}} --}}\n'],
    [
      'app/views/a.html.erb',
      '<%= @user.name %><%# raw x %><%= raw link_to(@user.name, @user) %><%= "<b>a</b>".html_safe %><%= yield %><%== render "a" %>\n',
    ],
    ['resources/views/a.blade.php', '<p>{{ $comment->text }}</p>{!! csrf_field() !!}{{-- {!! $x !!} --}}\n'],
    ['templates/a.html.twig', '<p>{{ comment.text }}</p>{{ "a"|raw }}\n'],
    ['templates/a.html', '<p>{{ comment }}</p>{{ data|tojson|safe }}{{ super()|safe }}{# {{ x|safe }} #}\n'],
    [
      'src/A.vue',
      '<template><p v-html="sanitize(text)" /><p v-text="a" />{{ b }}<i v-html="$t(\'a\')" /></template>\n',
    ],
    [
      'src/A.vue',
      '<template><p>{{ a }}</p></template>\n<script>\nconst a = \'<p v-html="b">\';\n</script>\n',
    ],
    [
      'views/a.pug',
      'if a != b\n  p= name\n- if (a != b)\np #{name} \\\\!{name}\ninput(checked=a != b value=c)\n',
    ],
    ['views/a.pug', "p!= 'text'\np!= sanitize(text)\n//- p!= old\n!= include('a')\np(class=a!=b)\n"],
    [
      'web/a.jsp',
      '<%-- ${a.b} --%><c:out value="${user.name}"/><c:if test="${user.isOpen}">${fn:escapeXml(user.name)}</c:if>\n',
    ],
    [
      'web/a.jsp',
      '<a href="${pageContext.request.contextPath}/a"><%= Encode.forHtml(name) %></a><%= list.size() %>\n',
    ],
    ['templates/a.html', '{% autoescape on %}<p>{{ text|safe_list }}</p>{% endautoescape %}\n'],
  ],
};
