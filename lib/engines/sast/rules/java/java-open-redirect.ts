import type { Call, Rule } from '@scangate/engines/sast/rule';
import { prefixOf, type Value } from '@scangate/engines/sast/taint/value';
import { method, servlet } from './samples.ts';

const staysHere = (value: Value): boolean =>
  /^(?:redirect:)?(?:[\w.-]*\/(?![/\\]).|[a-z]+:\/\/[^/?#]+[/?#]|\?|[\w.-]+\?)/i.test(prefixOf(value) ?? '');

const isRedirect = (value: Value): boolean => (prefixOf(value) ?? '').startsWith('redirect:');

/** Accepts `request.getContextPath() + …`, which stays in this application. */
const beginsHere = ({ written: [target] }: Call): boolean =>
  target?.kind !== 'concat' ||
  !/\.get(?:ContextPath|RequestURI|ServletPath)\(\)$/.test(target.parts[0]?.at.text ?? '');

const isLocation = ({ args: [name] }: Call): boolean => /^location$/i.test(String(name?.constant ?? ''));

export const javaOpenRedirect: Rule = {
  id: 'java-open-redirect',
  cwe: 'CWE-601',
  severity: 'medium',
  title: 'Redirect to an untrusted URL',
  message: 'Untrusted input decides where the browser is sent, possibly to a phishing site.',
  help: 'Only redirect to your own paths, or to hosts on an allow list.',
  category: 'redirect',
  sinks: [
    {
      call: ['*.sendRedirect', 'RedirectView', 'Response.{seeOther,temporaryRedirect}'],
      when: beginsHere,
      unless: staysHere,
    },
    {
      call: ['*.{setHeader,addHeader}', 'HttpHeaders.{add,set}', 'ResponseEntity.{status,ok}().header'],
      args: [1],
      when: isLocation,
      unless: staysHere,
    },
    { call: ['HttpHeaders.setLocation', 'ResponseEntity.status().location'], unless: staysHere },
    {
      returns: ({ returnType, annotations }) =>
        returnType === 'String' && annotations.some(({ name }) => name.endsWith('Mapping')),
      unless: (value) => !isRedirect(value) || staysHere(value),
    },
    {
      call: ['ModelAndView'],
      unless: (value) => !isRedirect(value) || staysHere(value),
    },
  ],
  positives: [
    servlet('    response.sendRedirect(Encode.forHtml(request.getParameter("next"))); // HERE'),
    servlet('    response.sendRedirect(HtmlUtils.htmlEscape(request.getParameter("next"))); // HERE'),
    servlet('    response.sendRedirect(request.getParameter("next")); // HERE'),
    `@Controller class A {
  @GetMapping("/go") String go(@RequestParam String url) {
    return "redirect:" + url; // HERE
  }
}
`,
    method(
      '    return ResponseEntity.status(302).location(URI.create(next)).build(); // HERE',
      '@RequestParam String next',
    ),
    method(
      '    HttpHeaders headers = new HttpHeaders();\n    headers.add("Location", next); // HERE',
      '@RequestParam String next',
    ),
    servlet('    response.setHeader("Location", "https://" + request.getParameter("host") + "/a"); // HERE'),
  ],
  negatives: [
    method(
      '    return ResponseEntity.status(201).location(URI.create("/owners/" + name)).build();',
      '@RequestParam String name',
    ),
    servlet(`    response.sendRedirect("/search?q=" + request.getParameter("q"));
    response.sendRedirect(request.getContextPath() + "/search?q=" + request.getParameter("q"));
    response.sendRedirect("search.jsp?q=" + request.getParameter("q"));`),
    `@Controller class A {
  @GetMapping("/go") String go(@RequestParam String id) { return "redirect:/owners/" + id; }
}
`,
  ],
};
