import { describe, expect, test } from 'vitest';
import { scanCode, unitOf, weaknessesIn } from '../scan-code.ts';

/** The findings of code of a page, apart from those of its tags. */
const placesIn = (file: string, text: string) =>
  weaknessesIn({ [file]: text })
    .filter(({ rule }) => !rule.startsWith('tpl-'))
    .map(({ rule, line, column }) => `${rule} ${line}:${column}`);
const gapsIn = (file: string, text: string) => scanCode(unitOf({ [file]: text })).coverage.gaps;

const [razor, jsp, blade, pug] = ['Views/A.cshtml', 'web/a.jsp', 'views/a.blade.php', 'views/a.pug'];

const razorPage = `@page
@using System.Diagnostics
@inject IDbConnection Db
@{
    var name = Request.Query["name"];
    <p>Hello</p>
    Process.Start("cmd.exe", "/c " + name);
}
@foreach (var tag in Request.Query["tags"]) {
    <li @onclick="() => Process.Start(tag)" title="@tag">@tag</li>
    @if (tag.Length > 3) {
        @:long: @Html.Raw(tag) text
    } else {
        <text>@(Process.Start("a", tag))</text>
    }
}
@section Scripts {
    <style>p { color: red }</style>
    @{ Process.Start(Request.Query["b"]); }
}
@functions {
    void Run(string command) {
        Process.Start(command);
    }
}
@{ Run(Request.Query["c"]); }
`;

const jspPage = `<%@ page import="java.util.*" %>
<%!
  private String given(HttpServletRequest r) { return r.getParameter("a"); }
  private void run(String command) throws Exception {
    Runtime.getRuntime().exec(command);
  }
%>
<% run(given(request)); // a comment %>
<p><%= given(request) %></p>
`;

const bladePage = `@extends('layouts.app')
@php
    $dir = request('dir');
    system('ls ' . $dir);
@endphp
@foreach (request('tags') as $tag)
  <li>{{ $tag }} {!! $tag !!}</li>
@endforeach
@if (in_array($dir, ['a', 'b']))
  {{ system($dir) }}
@else
  {{ system($dir) }}
@endif
@forelse (request('rows') as $row)
  @php(system($row))
@empty
  <p>none</p>
@endforelse
@include('part', ['a' => exec(request('b'))])
<x-alert type="a" :message="passthru(request('c'))" ::class="{ a: b }" />
<a href="mailto:a@if.example">{{-- system(request('d')) --}}</a>
@verbatim {{ system(request('e')) }} @endverbatim @{{ system(request('f')) }}
`;

const pugPage = `- const { exec } = require('child_process');
- const dir = req.query.dir
p Hello
ul(class='a', title=exec(dir)
  data-b="c")
  each item in req.query.items
    li= exec(item)
-
  var command = 'ls ' + dir;
  exec(command);
mixin show(text)
  p= exec(text)
+show(dir)
if ['a', 'b'].includes(dir)
  p= exec(dir)
else
  p= exec(dir)
p Text #{exec(dir)} and #[b(title=exec(dir)) bold]
//- p= exec(dir)
script.
  eval(location.hash.slice(1)); var a = "#{dir}";
`;

describe.each([
  [
    'a Razor page',
    razor,
    razorPage,
    [
      'cs-command-injection 7:5',
      'cs-command-injection 10:25',
      'cs-xss 12:18',
      'cs-command-injection 14:17',
      'cs-command-injection 19:8',
      'cs-command-injection 23:9',
    ],
  ],
  ['a JSP', jsp, jspPage, ['java-command-injection 5:5', 'java-xss 9:4']],
  [
    'a Blade template',
    blade,
    bladePage,
    [
      'php-command-injection 4:5',
      'php-xss 7:22',
      'php-command-injection 12:6',
      'php-command-injection 15:8',
      'php-command-injection 19:26',
      'php-command-injection 20:29',
    ],
  ],
  [
    'a Pug template',
    pug,
    pugPage,
    [
      'js-command-injection 4:21',
      'js-command-injection 7:9',
      'js-command-injection 10:3',
      'js-command-injection 12:6',
      'js-command-injection 17:6',
      'js-command-injection 18:10',
      'js-command-injection 18:35',
      'js-code-injection 21:3',
    ],
  ],
])('%s', (_, file, page, expected) => {
  test('is followed through its code, at the places of the page', () => {
    expect(placesIn(file, page)).toEqual(expected);
    expect(gapsIn(file, page)).toEqual([]);
  });
});

test('a flow has its path in the page', () => {
  const [finding] = weaknessesIn({ [jsp]: jspPage });
  expect(finding?.flow?.map(({ line }) => line)).toEqual([3, 8, 4, 5]);
  const [ofRazor] = weaknessesIn({ [razor]: razorPage });
  const lines = ofRazor?.flow?.map(({ line }) => line);
  expect([lines?.[0], lines?.at(-1)]).toEqual([5, 7]);
});

test('what a page passes to another file is named by its place in the page', () => {
  const found = weaknessesIn({
    'src/Shell.java':
      'class Shell {\n  static void run(String c) throws Exception {\n    Runtime.getRuntime().exec(c);\n  }\n}\n',
    [jsp]: '<p>a</p>\n<%! int a; %>\n<p><% Shell.run(request.getParameter("a")); %></p>\n',
  });
  expect(found).toMatchObject([{ rule: 'java-command-injection', file: 'src/Shell.java', line: 3 }]);
  expect(found[0]?.flow?.[0]).toMatchObject({ file: jsp, line: 3 });
});

describe('harmless code gives no finding', () => {
  test.each([
    [
      'Razor',
      razor,
      '@model Person\n@{ var n = int.Parse(Request.Query["n"]); }\n<p>@n @Model.Name a@b.example @@x</p>\n@* @{ Process.Start(Request.Query["a"]); } *@\n@foreach (var p in Model.People) { <p>@p.Name</p> }\n',
    ],
    [
      'JSP',
      jsp,
      '<%! private String name = "a"; %>\n<%-- <% Runtime.getRuntime().exec(request.getParameter("a")); %> --%>\n<p><%= Encode.forHtml(request.getParameter("a")) %></p>\n',
    ],
    [
      'Blade',
      blade,
      "@php($n = (int) request('n'))\n{{ request('q') }} {!! $n !!} {!! e(request('q')) !!}\n@can('edit', $post) a @else b @endcan\n<style>@media (max-width: 1px) { a { b: c } }</style>\n",
    ],
    [
      'Pug',
      pug,
      "- const n = Number(req.query.n)\np= n\n//- p= require('child_process').exec(req.query.a)\n//\n  - require('child_process').exec(req.query.a)\np a@b.example #{n} \\#{eval(req.query.a)}\n",
    ],
  ])('%s', (_, file, page) => {
    expect(placesIn(file, page)).toEqual([]);
    expect(gapsIn(file, page)).toEqual([]);
  });
});

test.each([
  ['an open block of Razor', razor, '@{ var a = 1; <p>b</p>'],
  ['an open element of Razor', razor, '@{ <p>b }'],
  ['an open expression of Razor', razor, '<p>@(a</p>'],
  ['blocks of Razor nested without end', razor, '@{ <p>'.repeat(100)],
  ['a filter of Pug', pug, ':coffee\n  a = b\n'],
  ['elements of Pug nested without end', pug, `p ${'#[b '.repeat(10)}a${']'.repeat(10)}\n`],
])('%s is told', (_, file, page) => {
  expect(gapsIn(file, page)).toMatchObject([{ reason: 'code of a page: scanned in part', file }]);
});

test('a page whose code is too broken is told, and its tags and scripts are analyzed', () => {
  const page = `@{ ${'('.repeat(500)} }<p>@Html.Raw(Model.A)</p><script>eval(location.hash.slice(1))</script>`;
  expect(weaknessesIn({ [razor]: page }).map(({ rule }) => rule)).toEqual([
    'tpl-unescaped-output',
    'js-code-injection',
  ]);
  expect(gapsIn(razor, page)).toMatchObject([{ reason: 'nested too deeply: not scanned', file: razor }]);
});

test('one weakness in a tag is one finding: what the code proves, or what the tag shows by itself', () => {
  const rulesIn = (file: string, page: string) => weaknessesIn({ [file]: page }).map(({ rule }) => rule);
  expect(rulesIn(blade, "<p>{!! request('q') !!}</p>")).toEqual(['php-xss']);
  expect(rulesIn(blade, '<p>{!! $comment->text !!}</p>')).toEqual(['tpl-unescaped-output']);
  expect(rulesIn(razor, '<p>@Html.Raw(Request.Query["q"])</p>')).toEqual(['tpl-request-in-page']);
});
