import type { TemplateRule } from './template-rule.ts';

/** A form that changes something and is submitted to this application. */
const posts = /^<form\b[^>]*\bmethod\s{0,3}=\s{0,3}["']?post\b/i;
const elsewhere = /^<form\b[^>]*\baction\s{0,3}=\s{0,3}["']?(?:https?:)?\/\//i;

/** Signs of a token, or of something that may write one: included partials, and helpers that write whole forms. */
const token =
  /csrf|authenticity_token|antiforgery|__requestverificationtoken|hidden_tag|hidden_field_tag|method_field|form_(?:rest|end|row)|\{%-?\s{0,3}(?:include|crispy|block)\b|@(?:include|yield|component|livewire)\b|<x-|<%=\s{0,3}(?:render|yield)\b/i;

/** In Razor, a form that states another address gets no automatic token. */
const statesAddress = /^<form\b[^>]*\saction\s{0,3}=\s{0,3}["']?[^"'\s>]/i;
const byTagHelper = /^<form\b[^>]*\sasp-/i;

export const tplFormWithoutToken: TemplateRule = {
  id: 'tpl-form-without-token',
  cwe: 'CWE-352',
  severity: 'medium',
  title: 'Form without a CSRF token',
  message:
    'The framework expects a token in every form that changes something. Without one the form fails, or its view is exempt and other sites can submit it.',
  help: 'Put the token into the form: {% csrf_token %}, @csrf, form_with, @Html.AntiForgeryToken().',
  matches: ({ kind, open, content, isDjango }) => {
    if (open !== '<form' || !posts.test(content) || elsewhere.test(content) || token.test(content))
      return false;
    if (kind === 'razor') return statesAddress.test(content) && !byTagHelper.test(content);
    return kind === 'blade' || kind === 'erb' || (kind === 'jinja' && isDjango === true);
  },
  positives: [
    ['templates/a.html', '{% load static %}<form method="post"><input name="a"></form>\n'],
    ['templates/a.html', '<form action="{% url \'a\' %}" method=POST>\n  {{ form.as_p }}\n</form>\n'],
    ['resources/views/a.blade.php', '<form method="POST" action="/a">\n  <input name="{{ $a }}">\n</form>\n'],
    ['app/views/a.html.erb', '<form action="<%= a_path %>" method="post"><input name="a"></form>\n'],
    ['Views/A.cshtml', '<form method="post" action="/a"><input name="@Model.Name"></form>\n'],
  ],
  negatives: [
    ['Views/A.cshtml', '<form method="post" action="/a" asp-route-id="1"></form>\n'],
    ['templates/a.html', '{% load static %}<form method="post">{% csrf_token %}<input name="a"></form>\n'],
    ['templates/a.html', '{% load static %}<form method="get"><input name="a"></form>\n'],
    ['templates/a.html', '{% load static %}<form method="post" action="https://a.example/b"></form>\n'],
    ['templates/a.html', '{{ a }}<form method="post"><input name="a"></form>\n'],
    ['templates/a.html', '{% load static %}<form method="post">{% include "fields.html" %}</form>\n'],
    ['resources/views/a.blade.php', '<form method="POST">@csrf<input name="{{ $a }}"></form>\n'],
    ['app/views/a.html.erb', '<%= form_with model: @a do |form| %><%= form.text_field :b %><% end %>\n'],
    ['Views/A.cshtml', '<form method="post" asp-action="A"><input name="@Model.Name"></form>\n'],
    ['Views/A.cshtml', '<form method="post"><input name="@Model.Name"></form>\n'],
    ['views/a.ejs', '<form method="post"><input name="<%= name %>"></form>\n'],
  ],
};
