import type { Call, Rule } from '@scangate/engines/sast/rule';
import { deepTaints } from '@scangate/engines/sast/taint/value';
import { around, isNamed, textAt } from './conditions.ts';
import { action } from './samples.ts';

const isHtml = (call: Call): boolean =>
  /html/i.test(textAt(call, 1)) ||
  /Html/.test(call.args[1]?.path ?? '') ||
  /text\/html/.test((call.named.get('contentType')?.constant as string) ?? '');

/** A string is a page when the function says so, or when it has tags and nothing says otherwise. */
const writesPage = (call: Call): boolean =>
  isNamed(call.receiver, /Response/) &&
  (/text\/html/.test(around(call)) ||
    (!/ContentType|application\/json|text\/plain/.test(around(call)) && /<\w/.test(around(call))));

export const csXss: Rule = {
  id: 'cs-xss',
  cwe: 'CWE-79',
  severity: 'high',
  title: 'Untrusted input in a page',
  message:
    "Untrusted input is sent as HTML without encoding, so it can run scripts in other users' browsers.",
  help: 'Render it with Razor (`@value`), or encode it with HtmlEncoder.Default.Encode.',
  category: 'xss',
  words: [
    'Raw',
    'HtmlString',
    'Content',
    'WriteAsync',
    'Write',
    'Text',
    'AppendHtml',
    'SetHtmlContent',
    'MvcHtmlString',
    'ContentResult',
  ],
  sinks: [
    {
      call: [
        'Html.Raw',
        '*.Html.Raw',
        'HtmlString',
        'MvcHtmlString.Create',
        'MvcHtmlString',
        '*.{AppendHtml,SetHtmlContent}',
        'MarkupString',
      ],
    },
    {
      call: ['Content', '{Results,TypedResults}.{Content,Text}', 'base.Content', 'this.Content'],
      when: isHtml,
    },
    { call: ['*.{WriteAsync,Write}'], when: writesPage },
  ],
  entries: [
    {
      key: ['Content'],
      when: (value, { record }) =>
        record?.type === 'ContentResult' &&
        /html/.test(String(record.fields?.get('ContentType')?.constant ?? '')) &&
        deepTaints(value).some(({ origin, sanitized }) => origin.label === 'user' && sanitized === 0),
    },
  ],
  positives: [
    action('        return Content("<h1>" + q + "</h1>", "text/html"); // HERE'),
    action('        var greeting = new HtmlString($"<b>{q}</b>"); // HERE'),
    'app.MapGet("/", (string name) => Results.Content($"<p>{name}</p>", "text/html")); // HERE\n',
    action(
      '        Response.ContentType = "text/html";\n        await Response.WriteAsync("<p>" + q + "</p>"); // HERE',
    ),
    action('        return new ContentResult { ContentType = "text/html", Content = q }; // HERE'),
  ],
  negatives: [
    action('        return Content("<h1>" + HtmlEncoder.Default.Encode(q) + "</h1>", "text/html");'),
    action('        return Content(q);'),
    action('        return Content(q, "text/plain");'),
    action('        return new ContentResult { ContentType = "application/json", Content = q };'),
    'app.MapGet("/", (string name) => Results.Ok(name));\n',
  ],
};
