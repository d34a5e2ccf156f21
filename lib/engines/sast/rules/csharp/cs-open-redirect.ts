import type { Rule } from '@scangate/engines/sast/rule';
import { prefixOf, type Value } from '@scangate/engines/sast/taint/value';
import { around } from './conditions.ts';
import { action } from './samples.ts';

const staysHere = (value: Value): boolean =>
  /^(?:\uFFFC|~?\/(?![/\\]).|[a-z]+:\/\/[^/?#]+[/?#]|\?)/i.test(prefixOf(value) ?? '');

export const csOpenRedirect: Rule = {
  id: 'cs-open-redirect',
  cwe: 'CWE-601',
  severity: 'medium',
  title: 'Redirect to an untrusted URL',
  message: 'Untrusted input decides where the browser is sent, possibly to a phishing site.',
  help: 'Use LocalRedirect, or ask Url.IsLocalUrl first.',
  category: 'redirect',
  sinks: [
    {
      call: [
        '{Redirect,RedirectPermanent,RedirectPreserveMethod,RedirectResult}',
        '{this,base}.{Redirect,RedirectPermanent}',
        '{Results,TypedResults}.Redirect',
        'Response.{Redirect,RedirectPermanent}',
        '*.Response.Redirect',
        'HttpResponse.Redirect',
      ],
      // The identity server knows the addresses of its clients.
      when: (call) => !around(call).includes('GetAuthorizationContextAsync'),
      unless: staysHere,
    },
    {
      write: ['*.Response.Headers.Location', 'Response.Headers.Location', '*.Headers.Location'],
      unless: staysHere,
    },
  ],
  positives: [
    action('        return Redirect(q); // HERE'),
    action('        Response.Redirect("https://" + q); // HERE'),
    'app.MapGet("/go", (string url) => Results.Redirect(url)); // HERE\n',
    action('        return new RedirectResult(Request.Query["next"]); // HERE'),
  ],
  negatives: [
    action('        return LocalRedirect(q);'),
    action('        if (Url.IsLocalUrl(q)) return Redirect(q);'),
    action('        return Redirect("/search?q=" + q);'),
    action('        return Redirect($"https://example.com/{q}");'),
    action('        return RedirectToAction(q);'),
  ],
};
