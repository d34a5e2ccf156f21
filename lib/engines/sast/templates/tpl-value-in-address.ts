import { writesValue, type TemplateRule } from './template-rule.ts';

/** The attributes whose value a browser opens, by element: a `javascript:` URL runs there. */
const opens: Readonly<Record<string, readonly string[]>> = {
  a: ['href', 'xlink:href'],
  area: ['href'],
  base: ['href'],
  button: ['formaction'],
  embed: ['src'],
  form: ['action'],
  frame: ['src'],
  iframe: ['src'],
  input: ['formaction'],
  object: ['data'],
};

/** URLs that the application builds itself, and values that a function or a filter checked. */
const ofApplication =
  /ur[il]s?\(|url_for|url_path|\b(?:path|route|action|asset|static|secure_url|link_to|reverse|sanitize_?url)\s?\(|url\.(?:action|content|routeurl|page)|absolute_url|permalink|context_?path|sanitiz|safe_?(?:url|href)|bypass|\b(?:settings|config|site|static_url|base_?url|media_url|root|request|router?|page_obj)\b|(?:image|photo|file|avatar|thumb|thumbnail|media|logo|icon|asset)\.url|encodeuri|^(?:["'`#/>!&]|if\b|else\b|each\b|unless\b|include\b|block\b|partial\b|super\b|\d)|^(?:mailto|tel|https?):/i;

/** A name that suggests a URL. */
const named =
  /(?:url|uri|href|link|website|homepage|address|target|next|redirect|return_?to|src)(?:\b|["'\])]|_?(?:field|value)?\b)/i;

export const tplValueInAddress: TemplateRule = {
  id: 'tpl-value-in-address',
  cwe: 'CWE-79',
  severity: 'low',
  confidence: 'low',
  title: 'Value is an entire URL in a template',
  message:
    'Escaping keeps the scheme of a URL: one that starts with javascript: runs as soon as it is opened.',
  help: 'Only allow http: and https: before the page is rendered, or let the application build the URL.',
  matches: (tag) =>
    (writesValue(tag) || tag.open === 'v-href') &&
    tag.attribute !== undefined &&
    tag.beginsAttribute === true &&
    opens[tag.element ?? '']?.includes(tag.attribute) === true &&
    named.test(tag.content) &&
    !ofApplication.test(tag.content) &&
    !(tag.kind === 'erb' && /_(?:path|url)\b/.test(tag.content)),
  positives: [
    ['views/b.ejs', '<a xlink:href="<%= user.link %>">a</a>\n'],
    ['views/b.ejs', '<area href="<%= user.link %>"></area>\n'],
    ['views/b.ejs', '<base href="<%= user.link %>"></base>\n'],
    ['views/b.ejs', '<button formaction="<%= user.link %>"></button>\n'],
    ['views/b.ejs', '<embed src="<%= user.link %>"></embed>\n'],
    ['views/b.ejs', '<frame src="<%= user.link %>"></frame>\n'],
    ['views/b.ejs', '<input formaction="<%= user.link %>"></input>\n'],
    ['views/b.ejs', '<object data="<%= user.link %>"></object>\n'],
    ['views/a.ejs', '<a href="<%= user.website %>">site</a>\n'],
    ['views/a.hbs', '<a class="b" href="{{ link }}">site</a>\n'],
    ['templates/a.html', '<iframe src="{{ video.url }}"></iframe>\n'],
    ['templates/a.jinja2', "<form method='get' action='{{ next_url }}'></form>\n"],
    ['templates/a.html.twig', '<a class="{{ c }}" href="{{ user.homepage }}">site</a>\n'],
    ['app/views/a.html.erb', '<a class="<%= c %>" href="<%= @user.website %>">site</a>\n'],
    ['resources/views/a.blade.php', '<a href="{{ $user->website }}">site</a>\n'],
    ['Views/A.cshtml', '<a href="@Model.Website">site</a>\n'],
    ['web/a.jsp', '<a href="${user.website}">site</a>\n'],
    ['src/A.vue', '<template><a class="b" :href="user.website">site</a></template>\n'],
    ['src/A.vue', '<template><iframe v-bind:src="video.url" /></template>\n'],
  ],
  negatives: [
    ['app/views/b.html.erb', '<a href="<%= profile_url %>">a</a>\n'],
    [
      'views/a.ejs',
      '<a href="/users/<%= user.link %>">a</a><img src="<%= user.url %>"><p title="<%= url %>"></p>\n',
    ],
    ['views/a.hbs', '<a href="https://{{ link }}">a</a><a href="{{#if link}}b{{/if}}">c</a>\n'],
    ['templates/a.html', '<a href="{% url \'a\' %}">a</a><a href="{{ user.get_absolute_url }}">b</a>\n'],
    ['templates/a.jinja2', '<a href="{{ url_for(\'a\') }}">a</a><a href="{{ photo.url }}">b</a>\n'],
    ['templates/a.html.twig', '<a href="{{ path(\'a\') }}">a</a><link rel="icon" href="{{ icon_url }}">\n'],
    ['app/views/a.html.erb', '<a href="<%= user_path(@user) %>">a</a>\n'],
    [
      'resources/views/a.blade.php',
      '<a href="{{ route(\'a\') }}">a</a><a href="{{ $book->getUrl() }}">a</a><a href="{{ url(\'/a\') }}">b</a>\n',
    ],
    ['Views/A.cshtml', '<a href="@Url.Action("A")">a</a><a href="@Model.Id">b</a>\n'],
    ['src/A.vue', '<template><a :href="`/users/${link}`">a</a><img :src="url"><a :to="link" /></template>\n'],
  ],
};
