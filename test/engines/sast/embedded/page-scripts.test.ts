import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { pageScripts } from '@scangate/engines/sast/embedded/page-scripts';
import { readTemplate, type TemplateKind } from '@scangate/engines/sast/templates/tags';
import { scanCode, unitOf, weaknessesIn } from '../scan-code.ts';

const placesIn = (file: string, text: string) =>
  weaknessesIn({ [file]: text })
    .filter(({ rule }) => rule.startsWith('js-'))
    .map(({ rule, line, column }) => `${rule} ${line}:${column}`);
const scriptsIn = (page: string, kind: TemplateKind) => pageScripts(readTemplate(page, kind));
const run = "require('child_process').exec(req.query.a);";
const weak = (file: string) => placesIn(file, `<p>a</p>\n<script>\n  ${run}\n</script>\n`);

test.each(['a.html', 'a.ejs', 'a.hbs', 'a.jinja2', 'a.html.erb', 'a.blade.php', 'a.jsp', 'a.cshtml'])(
  'the scripts of the page %s are analyzed',
  (file) => {
    expect(weak(file)).toEqual(['js-command-injection 3:3']);
  },
);

test('a page with a script is assessed, one without is no source', () => {
  const { coverage } = scanCode(unitOf({ 'a.html': '<script>f();</script>', 'b.html': '<p>a</p>' }));
  expect(coverage).toMatchObject({ status: 'assessed', assessed: 1, gaps: [] });
});

test('tags of the template in a script break none of its code', () => {
  const page = `<script>
const a = "{{ name }}"; {% if b %}
const c = {{ data|tojson }};
{% endif %}${run}
</script>`;
  expect(placesIn('templates/a.html', page)).toEqual(['js-command-injection 4:12']);
});

test('the code of a template of EJS is analyzed, whatever comment a tag ends with', () => {
  const page = `<% if (a) { // comment %><p><%= b // comment %></p><% ${run} %>
<% } %>
<%_ items.forEach((item) => { _%>
  <%- item -%>
<%_ ${run} }) _%>
<%# ${run} %><%% ${run} %>
`;
  expect(placesIn('views/a.ejs', page)).toEqual(['js-command-injection 1:55', 'js-command-injection 5:5']);
});

test('data in a script, and the source of another file, are no code', () => {
  expect(scriptsIn('<script type="application/json">{}</script>', 'jinja')).toEqual([]);
  expect(scriptsIn('<script src="a.js"></script>', 'jinja')).toEqual([]);
});

test('offsets of scripts are those of the page', () => {
  const piece = fc.constantFrom('<%', '<%=', '<%#', '%>', '-%>', '\n', 'a(b);', '<SCRIPT>', '</script>', '"');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 100 }), (pieces) => {
      const page = pieces.join('');
      for (const text of scriptsIn(page, 'ejs')) {
        expect(text.length).toBe(page.length);
        expect(
          text
            .split('\n')
            .map(({ length }) => length)
            .slice(0, -1),
        ).toEqual(
          page
            .split('\n')
            .map(({ length }) => length)
            .slice(0, -1),
        );
      }
    }),
  );
});

const evaluated = 'eval(location.hash.slice(1))';

test.each([
  ['a comment like a tag of a template', `<script>/*{#*/ ${evaluated} /*#}*/</script>`],
  ['a value like one', `<script>var a = "{{"; ${evaluated}; var b = "}}"</script>`],
  ['an attribute that only ends like type', `<script data-type="application/json">${evaluated}</script>`],
  ['a comment of the page', `<!--<script type="application/json">--><script>${evaluated}</script>`],
  ['a quoted sign', `<script a='>//'>${evaluated}</script>`],
  ['a quoted sign twice', `<script a=">">${evaluated}</script>`],
  ['a quote that begins no value', `<script a">${evaluated}//"</script>`],
  ['an equals sign before a name', `<script ="x>${evaluated}//"</script>`],
  ['an open comment in a style', `<style><!--</style><script a='>//'>${evaluated}</script>`],
  ['an open comment in an attribute', `<p title="<!--">a</p><script a='>//'>${evaluated}</script>`],
  ['an open quote in a comment', `<!--<script a="--><script>\n${evaluated}</script>`],
])('a script is analyzed beside %s', (_, page) => {
  const rules = weaknessesIn({ 'a.html': page }).map(({ rule }) => rule);
  expect(new Set(rules)).toEqual(new Set(['js-code-injection']));
});

test('what stands for a delimiter itself hides no tag', () => {
  expect(placesIn('views/a.ejs', `<%% <% ${run} %>`)).toEqual(['js-command-injection 1:8']);
  const [plain, literal] = ['<p>', '<%%'].map((before) =>
    weaknessesIn({ 'views/a.ejs': `${before} <%- user.bio %>` }).map(({ rule }) => rule),
  );
  expect(plain).toHaveLength(1);
  expect(literal).toEqual(plain);
});

test('a page of many tags, quotes and comments is read in one pass', () => {
  for (const piece of ['<script a="', '<!--', "<p a='", '<script>', '<style>', '{{', '<a b=c '])
    for (const text of scriptsIn(`${piece.repeat(50_000)}<script>a</script>`, 'jinja'))
      expect(text.length).toBe(50_000 * piece.length + '<script>a</script>'.length);
});
