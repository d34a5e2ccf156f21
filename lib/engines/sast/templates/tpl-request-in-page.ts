import type { TemplateRule } from './template-rule.ts';

/** A value from the request that nothing encodes or compares. */
const ofRequest = /^(?:param|paramValues|header|headerValues|cookie)(?:\.|\[)[\w.[\]'"-]{1,200}$/;

/** The same in Razor, where only raw output is harmful. */
const ofRazorRequest = /^(?:[\w.]{1,60}\.)?Request\.(?:Query|Form|Cookies|Headers|QueryString|RouteValues)\b/;

export const tplRequestInPage: TemplateRule = {
  id: 'tpl-request-in-page',
  cwe: 'CWE-79',
  severity: 'high',
  title: 'Untrusted input in a page',
  message: 'The page outputs a value of the request unescaped, so it can inject a script.',
  help: 'Let the template encode it: <c:out value="…"/> or fn:escapeXml, in Razor `@value`.',
  matches: ({ kind, open, content, element }) =>
    (kind === 'jsp' && open === '${' && !element?.includes(':') && ofRequest.test(content)) ||
    (kind === 'razor' && open === '@Html.Raw' && ofRazorRequest.test(content)),
  positives: [
    ['web/a.jsp', '<p>Results of ${param.q}</p>\n'],
    ['web/a.jsp', '<input name="q" value="${param[\'q\']}">\n'],
    ['web/a.jsp', '<p>${header["User-Agent"]}</p>\n'],
    ['Views/A.cshtml', '<p>@Html.Raw(Context.Request.Query["q"])</p>\n'],
  ],
  negatives: [
    ['web/a.jsp', '<p>${fn:escapeXml(param.q)}</p><c:out value="${param.q}"/>\n'],
    [
      'web/a.jsp',
      '<c:if test="${param.q}"><p>${empty param.q}</p></c:if><option ${param.a == 1 ? "selected" : ""}>\n',
    ],
    ['views/a.hbs', '<p>{{ param.q }}</p>\n'],
    ['Views/A.cshtml', '<p>@Context.Request.Query["q"]</p>\n'],
  ],
};
