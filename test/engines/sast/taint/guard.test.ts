import { expect, test } from 'vitest';
import { weaknessesIn } from '../scan-code.ts';

const route = (body: string) => `app.get('/', (req, res) => {\n  const to = req.query.to;\n  ${body}\n});\n`;
const isFound = (body: string): boolean =>
  weaknessesIn({ 'a.js': route(body) }).some(({ rule }) => rule === 'js-open-redirect');

test.each([
  ['a negated guard that leaves', 'if (!ALLOWED.includes(to)) return res.end();\n  res.redirect(to);', false],
  ['missing or refused', 'if (!to || !ALLOWED.includes(to)) return res.end();\n  res.redirect(to);', false],
  [
    'not (present and allowed)',
    'if (!(to && ALLOWED.includes(to))) return res.end();\n  res.redirect(to);',
    false,
  ],
  ['present and refused', 'if (to && !ALLOWED.includes(to)) return res.end();\n  res.redirect(to);', false],
  ['a guard in one branch only', 'if (ALLOWED.includes(to)) log(to);\n  res.redirect(to);', true],
  [
    'a guard beside another test',
    'if (strict && !ALLOWED.includes(to)) return res.end();\n  res.redirect(to);',
    true,
  ],
  [
    'a guard of something else',
    'if (!ALLOWED.includes(req.query.from)) return res.end();\n  res.redirect(to);',
    true,
  ],
])('%s', (_, body, expected) => {
  expect(isFound(body)).toBe(expected);
});

test('a fact about an outer value ends with the branch that established it', () => {
  const text =
    "app.get('/', (req, res) => {\n  const to = req.query.to;\n  const go = () => {\n    if (ALLOWED.includes(to)) log(to);\n    res.redirect(to);\n  };\n  go();\n});\n";
  expect(weaknessesIn({ 'a.js': text }).map(({ rule }) => rule)).toContain('js-open-redirect');
});

test("the view of Django's language setting is clean", () => {
  const text = `from django.http import HttpResponse, HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme

def set_language(request):
    next_url = request.POST.get("next", request.GET.get("next"))
    if (next_url or request.accepts("text/html")) and not url_has_allowed_host_and_scheme(
        url=next_url, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    ):
        next_url = request.META.get("HTTP_REFERER")
        if not url_has_allowed_host_and_scheme(
            url=next_url, allowed_hosts={request.get_host()}, require_https=request.is_secure()
        ):
            next_url = "/"
    return HttpResponseRedirect(next_url) if next_url else HttpResponse(status=204)
`;
  expect(weaknessesIn({ 'views.py': text })).toEqual([]);
});
