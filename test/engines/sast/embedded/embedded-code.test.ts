import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { embeddedCode } from '@scangate/engines/sast/embedded/embedded-code';
import { scanCode, unitOf, weaknessesIn } from '../scan-code.ts';

const placesIn = (file: string, text: string) =>
  weaknessesIn({ [file]: text }).map(({ rule, line, column }) => `${rule} ${line}:${column}`);

test('the script of a Vue component is analyzed', () => {
  const component = `<template>
  <p>{{ name }}</p>
</template>
<script setup lang="ts">
import { exec } from 'node:child_process';
app.get('/', (req: Request) => exec(req.query.a));
</script>
`;
  expect(placesIn('src/A.vue', component)).toEqual(['js-command-injection 6:32']);
});

test('a Vue component without a script is assessed by its template', () => {
  const { coverage, findings } = scanCode(
    unitOf({ 'src/A.vue': '<template><p v-html="a.b" /></template>\n' }),
  );
  expect(coverage).toMatchObject({ status: 'assessed', assessed: 1, gaps: [] });
  expect(findings).toMatchObject([{ rule: 'tpl-unescaped-output', confidence: 'low', line: 1, column: 14 }]);
});

test('an expression of a page that writes a parameter is a proven flow', () => {
  const page = `<%@ page import="java.util.*" %>
<p>a</p><p><%= request.getParameter("name") %></p>
`;
  const [finding] = weaknessesIn({ 'web/a.jsp': page });
  expect(finding).toMatchObject({ rule: 'java-xss', severity: 'high', line: 2 });
  expect(finding).not.toHaveProperty('confidence');
  expect(weaknessesIn({ 'web/a.jsp': page })).toHaveLength(1);
});

test('untrusted input is followed through the scriptlets of a page', () => {
  const page = `<html>
<%-- exec(request.getParameter("a")) --%>
<% String name = request.getParameter("name");
   if (name != null) { %>
  <p>Hello</p>
  <% out.println("<b>" + name + "</b>"); %>
<% } %>
<% Statement s = connection.createStatement();
   s.executeQuery("select * from people where name = '" + name + "'"); %>
`;
  expect(placesIn('web/a.jsp', page)).toEqual(['java-xss 6:6', 'java-sql-injection 9:4']);
});

test.each([
  ['<p><%= Encode.forHtml(request.getParameter("name")) %></p>'],
  ['<% String id = request.getParameter("id"); int n = Integer.parseInt(id); %><p><%= n %></p>'],
  ['<%! private String name(HttpServletRequest r) { return r.getParameter("a"); } %><p>a</p>'],
  ['<c:out value="${param.q}"/><form:input path="name"/>'],
])('%s gives no finding', (page) => {
  expect(placesIn('web/a.jsp', page).filter((place) => !place.startsWith('tpl-unescaped'))).toEqual([]);
});

test('lines of the code are lines of the page, and places are inside of it', () => {
  const piece = fc.constantFrom(
    '<%',
    '<%=',
    '<%--',
    '--%>',
    '%>',
    '\n',
    'a(b);',
    '<script>',
    '</script>',
    '<p>',
    '"',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 100 }), fc.constantFrom('jsp', 'vue'), (pieces, host) => {
      const page = pieces.join('');
      const { text, placeIn } = embeddedCode(page, host as 'jsp' | 'vue');
      expect(text.split('\n').length).toBe(page.split('\n').length);
      if (host === 'vue') expect(text.length).toBe(page.length);
      const { start } = placeIn({ line: 1, column: 1, start: Math.floor(text.length / 2) });
      expect(start).toBeLessThanOrEqual(page.length);
    }),
  );
});

test('any page is read in time proportional to its length', () => {
  for (const piece of [
    '<script>',
    '<script></script>',
    '<%',
    '<%=',
    '<%--',
    ' v-html="',
    'p(a!=',
    '!{',
    '${',
  ])
    for (const file of ['a.vue', 'a.jsp', 'a.pug']) {
      const startedAt = performance.now();
      scanCode(unitOf({ [file]: piece.repeat(50_000) }));
      expect(performance.now() - startedAt).toBeLessThan(3000);
    }
});
