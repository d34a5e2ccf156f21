import { expect, test } from 'vitest';
import { scanCode, unitOf, weaknessesIn } from '../scan-code.ts';

const isFound = (file: string, page: string) =>
  weaknessesIn({ [file]: page }).some(({ rule }) => /command-injection|request-in-page|xss/.test(rule));
const isTold = (file: string, page: string) =>
  scanCode(unitOf({ [file]: page })).coverage.gaps.some(
    ({ reason }) => reason === 'code of a page: scanned in part',
  );

const java = 'Runtime.getRuntime().exec(request.getParameter("d"));';
const csharp = 'Process.Start(Request.Query["d"])';
const [jsp, jspx, razor] = ['web/a.jsp', 'web/a.jspx', 'Views/A.cshtml'];

test.each([
  ['of an element with a blank in its tag', jsp, `<jsp:scriptlet >${java}</jsp:scriptlet>`],
  ['of an element with a line break in its tag', jsp, `<jsp:scriptlet\n>${java}</jsp:scriptlet >`],
  ['of an element with another prefix', jspx, `<j:scriptlet>${java}</j:scriptlet>`],
  ['of a quoted element', jspx, `<j:scriptlet> <![CDATA[${java}]]> </j:scriptlet>`],
  ['behind an expression of the page', jsp, `\${a}<% ${java} %>`],
  ['of a call of a name like a directive', razor, `@helper.Render(${csharp})`],
  [
    'behind a name like a directive',
    razor,
    '<p>@helper.Render(x)</p>@{ Process.Start(Request.Query["d"]); } {',
  ],
  ['behind a name like one in an attribute', razor, '<p class="@layout @Html.Raw(Request.Query["c"])">'],
  ['behind a name like one of a service', razor, '<p class="@inject @Html.Raw(Request.Query["c"])">'],
  ['of a call of a name like a block', razor, `@code.Run(${csharp})`],
  ['of a call of a name like a section', razor, `@section.Run(${csharp})`],
  ['of a helper', razor, `@helper A(string b) { Process.Start(Request.Query["d"]); }`],
])('code %s is found', (_, file, page) => {
  expect(isFound(file, page)).toBe(true);
});

test.each([
  ['an open comment', jsp, '<p><%-- a</p>'],
  ['an open scriptlet', jsp, '<p><% int a;'],
  ['an open element', jspx, '<jsp:scriptlet>int a;'],
  ['a comment in an expression of the page', jsp, `\${'<%--'}<% ${java} %>--%>`],
  ['a comment in an attribute of an action', jsp, `<c:out value="<%--"/><% ${java} %><c:out value="--%>"/>`],
  [
    'a comment in a text of XML',
    jspx,
    `<jsp:text><![CDATA[<%--]]></jsp:text><jsp:scriptlet>${java}</jsp:scriptlet>`,
  ],
  ['one that is closed', jspx, `<a><![CDATA[<%--]]></a><jsp:scriptlet>${java}</jsp:scriptlet>--%>`],
  ['code that XML replaces', jspx, '<jsp:scriptlet>a(&quot;b&quot;);</jsp:scriptlet>'],
  ['code of several quotes', jspx, '<jsp:scriptlet><![CDATA[a();]]>b();<![CDATA[c();]]></jsp:scriptlet>'],
  ['an open comment of Razor', razor, '<p>@* a</p>'],
  ['an open call of Razor', razor, '<p>@Model.A(b</p>'],
  ['a value in the line of a directive', razor, '@layout @Html.Raw(Request.Query["c"])'],
  ['a value in a block of components', razor, '@code { a @Html.Raw(Request.Query["c"]) }'],
])('%s is told', (_, file, page) => {
  expect(isTold(file, page)).toBe(true);
});

test.each([
  [jsp, '<%-- <% int a; %> --%><p title="${\'b\'}">#{c}</p><jsp:scriptlet/><% int b; %>'],
  [jspx, '<jsp:root><jsp:scriptlet>int a;</jsp:scriptlet><p>a:scriptlet</p></jsp:root>'],
  [razor, '\uFEFF@page "/a"\n  @attribute [Route(@"b")]\n@using A @* b *@\n@inject A B\n<p>@B.C (it\'s</p>'],
  ['A.razor', '@page "/a"\n@code {\n  [Parameter] public string A { get; set; } = @"b";\n}\n'],
])('%s: %s has neither', (file, page) => {
  expect(weaknessesIn({ [file]: page })).toEqual([]);
  expect(scanCode(unitOf({ [file]: page })).coverage.gaps).toEqual([]);
});
