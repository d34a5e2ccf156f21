import type { Call, Rule } from '@scangate/engines/sast/rule';
import type { FunctionUnit } from '@scangate/engines/sast/ir';
import { prefixOf } from '@scangate/engines/sast/taint/value';
import { around } from './conditions.ts';
import { method, servlet } from './samples.ts';

const otherType =
  /application\/(?:json|xml|octet-stream|pdf)|text\/(?:plain|csv)|APPLICATION_JSON|TEXT_PLAIN/;
const isPage = (call: Call): boolean => {
  const text = around(call);
  return !otherType.test(text) || text.includes('text/html');
};

/** Matches composed annotations as well: `@ApiGetMapping`. */
const mappings = /(?:Request|Get|Post|Put|Delete|Patch)Mapping$/;
const saysPage = ({ at, annotations }: FunctionUnit): boolean => {
  const head = at.text;
  if (annotations.some(({ name }) => name === 'Produces')) return /TEXT_HTML|text\/html/.test(head);
  return !otherType.test(head) || head.includes('text/html');
};

export const javaXss: Rule = {
  id: 'java-xss',
  cwe: 'CWE-79',
  severity: 'high',
  title: 'Untrusted input in a page',
  message: 'Untrusted input is written into a page unescaped, so it can inject a script.',
  help: 'Encode it for HTML (Encode.forHtml, HtmlUtils.htmlEscape), or render it with a template engine that escapes.',
  category: 'xss',
  sinks: [
    {
      // Text that begins as markup is shown as a page.
      call: ['ResponseEntity', 'ResponseEntity.ok', 'ResponseEntity.*().body'],
      when: isPage,
      unless: (value) => !/^\s{0,9}</.test(prefixOf(value) ?? ''),
    },
    {
      call: [
        '*.getWriter().{print,println,write,format,printf,append}',
        '{ServletOutputStream,JspWriter,ResponseWriter}.{print,println,write,format,printf,append}',
        '{response,resp,res}.getOutputStream().{print,println,write}',
        'pageContext.getOut().{print,println,write}',
      ],
      args: 'all',
      when: isPage,
    },
    {
      returns: (unit, owner) => {
        const writes =
          unit.returnType === 'String' ||
          (unit.returnType === 'ResponseEntity' && unit.at.text.includes('ResponseEntity<String>'));
        const names = unit.annotations.map(({ name }) => name);
        const isBody =
          owner?.annotations.some(({ name }) => name.endsWith('RestController')) ||
          names.includes('ResponseBody');
        const isResource = names.includes('Produces') && names.some((name) => /^(?:GET|POST)$/.test(name));
        return (
          writes && saysPage(unit) && ((isBody && names.some((name) => mappings.test(name))) || isResource)
        );
      },
    },
  ],
  positives: [
    servlet('    response.getWriter().println("<p>" + request.getParameter("name")); // HERE'),
    servlet(`    PrintWriter out = response.getWriter();
    Object[] parts = {"a", request.getHeader("Referer")};
    out.format("Hello %1$s %2$s", parts); // HERE`),
    `@RestController class A {
  @GetMapping("/hello") public String hello(@RequestParam String name) {
    return "<h1>Hello " + name + "</h1>"; // HERE
  }
}
`,
    method(
      '    response.getOutputStream().write(("<b>" + name).getBytes()); // HERE',
      '@PathVariable String name, HttpServletResponse response',
    ),
  ],
  negatives: [
    `@RestController class A {
  private JdbcTemplate db;
  @GetMapping("/hello") public String hello(@RequestParam String id) {
    return db.queryForObject("select greeting from people where id = ?", String.class, id);
  }
}
`,
    servlet('    response.getWriter().println(ESAPI.encoder().encodeForHTML(request.getParameter("name")));'),
    servlet('    response.getWriter().println(HtmlUtils.htmlEscape(request.getParameter("name")));'),
    servlet(`    response.setContentType("application/json");
    response.getWriter().write(request.getParameter("name"));`),
    `@RestController class A {
  @GetMapping(value = "/hello", produces = "application/json") public String hello(@RequestParam String name) {
    return name;
  }
  @GetMapping("/user") public User user(@RequestParam String name) { return users.findByName(name); }
}
`,
    method('    new PrintWriter("report.txt").println(name);', '@RequestParam String name'),
  ],
};
