import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { embeddedCode, type Host } from '@scangate/engines/sast/embedded/embedded-code';
import { scanCode, unitOf, weaknessesIn } from '../scan-code.ts';
import { processorMs } from '#test/support/processor-time.ts';

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
  ['<%! String name = "a"; %><% Runtime.getRuntime().exec(new String[] { "ls", name }); // %><p>a</p>'],
  ['<c:out value="${param.q}"/><form:input path="name"/>'],
])('%s gives no finding', (page) => {
  expect(placesIn('web/a.jsp', page).filter((place) => !place.startsWith('tpl-unescaped'))).toEqual([]);
});

test('places of the code are places of the page, whatever is in it', () => {
  const pieces = [
    '<%¦<%=¦<%!¦<%--¦--%>¦%>¦<jsp:scriptlet>¦</jsp:scriptlet>¦<![CDATA[¦]]>',
    '@{¦@(¦@if (a) {¦@code {¦@section A {¦@Html.Raw(¦@*¦*@¦@:¦}¦)¦{¦(',
    '{{¦}}¦{!!¦!!}¦@php¦@endphp¦@if(a)¦@else¦@endif¦@verbatim¦<x-a :b="c">',
    '- ¦p(a=b)¦script.¦each a in b¦if a¦  ¦#{¦#[¦!=¦+m(a)¦mixin m(a)',
    '\n¦a(b);¦<script>¦</script>¦<p>¦</p>¦"¦\'',
  ].flatMap((line) => line.split('¦'));
  const hosts: readonly Host[] = ['blade', 'erb', 'jsp', 'pug', 'razor', 'vue'];
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...pieces), { maxLength: 60 }),
      fc.constantFrom(...hosts),
      (made, host) => {
        const page = made.join('');
        const lines = page.split('\n');
        const { text, placeIn } = embeddedCode(page, host);
        if (host === 'vue' || host === 'erb') {
          expect(text.length).toBe(page.length);
          return;
        }
        for (let start = 0; start <= text.length; start += 7) {
          const place = placeIn({ line: 1, column: 1, start });
          const before = lines.slice(0, place.line - 1).reduce((length, line) => length + line.length + 1, 0);
          expect(place.start).toBe(before + place.column - 1);
          expect(place.start).toBeLessThanOrEqual(page.length);
        }
      },
    ),
  );
});

const repeated = [
  '<script>¦<script></script>¦<%¦<%=¦<%--¦ v-html="¦p(a!=¦!{¦${',
  '@{¦@(¦@if(¦@code{"\\"¦{{¦<x-a :b="¦#{¦#[¦p(\n¦- if (a)\n  ',
].flatMap((line) => line.split('¦'));
const cpuMs = (run: () => void): number => {
  const before = processorMs();
  run();
  return processorMs() - before;
};

test('the code of any page is taken in time proportional to its length', () => {
  for (const piece of repeated)
    for (const host of ['blade', 'erb', 'jsp', 'pug', 'razor', 'vue'] as const)
      expect(cpuMs(() => embeddedCode(piece.repeat(50_000), host))).toBeLessThan(2000);
});

test('any page is read in time proportional to its length', () => {
  for (const piece of repeated.slice(0, 9))
    for (const file of ['a.vue', 'a.jsp', 'a.pug', 'a.cshtml'])
      expect(cpuMs(() => scanCode(unitOf({ [file]: piece.repeat(50_000) })))).toBeLessThan(3000);
});

test('a page whose code is far longer than the page is told, not analyzed', () => {
  const { coverage } = scanCode(unitOf({ 'a.blade.php': '{{}}'.repeat(200_000) }));
  expect(coverage.gaps).toMatchObject([
    { reason: 'code of a page too long: not scanned' },
    { reason: 'tags of a template too many or too long: scanned in part' },
  ]);
});
