import type { Rule } from '@scangate/engines/sast/rule';
import { prefixOf, type Value } from '@scangate/engines/sast/taint/value';
import { handler } from './samples.ts';

const staysHere = (value: Value): boolean =>
  /^(?:[\w.-]*\/(?![/\\]).|[a-z]+:\/\/[^/?#]+[/?#]|\?|[\w.-]+\?)/i.test(prefixOf(value) ?? '');

export const goOpenRedirect: Rule = {
  id: 'go-open-redirect',
  cwe: 'CWE-601',
  severity: 'medium',
  title: 'Redirect to an untrusted URL',
  message: 'Untrusted input decides where the browser is sent, possibly to a phishing site.',
  help: 'Only redirect to your own paths, or to hosts on an allow list.',
  category: 'redirect',
  sinks: [
    {
      call: ['net/http.Redirect'],
      args: [2],
      // The redirect stays on the same host, mostly from http to https.
      when: ({ written }) => !/\.Host\b/.test(written[2]?.at.text ?? ''),
      unless: staysHere,
    },
    { call: ['*.Context.Redirect'], args: [1], unless: staysHere },
    { call: ['*.Ctx.Redirect'], unless: staysHere },
    {
      call: ['*.Header().Set'],
      args: [1],
      when: ({ args: [name] }) => /^location$/i.test(String(name?.constant ?? '')),
      unless: staysHere,
    },
  ],
  positives: [
    handler(
      'html',
      '\thttp.Redirect(w, r, html.EscapeString(r.FormValue("next")), http.StatusFound) // HERE',
    ),
    handler('', '\thttp.Redirect(w, r, r.URL.Query().Get("next"), http.StatusFound) // HERE'),
    handler('', '\tw.Header().Set("Location", r.FormValue("next")) // HERE'),
  ],
  negatives: [
    handler(
      '',
      `\thttp.Redirect(w, r, "/search?q="+r.FormValue("q"), http.StatusFound)
\thttp.Redirect(w, r, "https://"+r.Host+r.URL.Path, http.StatusMovedPermanently)`,
    ),
    handler(
      'strings',
      `\tnext := r.FormValue("next")
\tif !strings.HasPrefix(next, "/") || strings.HasPrefix(next, "//") {
\t\tnext = "/"
\t}
\thttp.Redirect(w, r, next, 302)`,
    ),
  ],
};
