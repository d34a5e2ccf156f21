import type { Rule } from '@scangate/engines/sast/rule';
import { servlet } from './samples.ts';

export const javaHeaderInjection: Rule = {
  id: 'java-header-injection',
  cwe: 'CWE-113',
  severity: 'low',
  title: 'Untrusted input in a response header',
  message: 'Untrusted input becomes a header: if line breaks are not removed, it can add headers or a body.',
  help: 'Remove line breaks, or encode the text.',
  category: 'header',
  sinks: [
    {
      call: ['{HttpServletResponse,response,resp,res}.{setHeader,addHeader}'],
      args: [0, 1],
      when: ({ args: [name] }) => !/^access-control-allow-origin$/i.test(String(name?.constant ?? '')),
    },
    { call: ['Cookie'], args: [1] },
  ],
  positives: [
    servlet('    response.addCookie(new Cookie("lang", request.getParameter("lang"))); // HERE'),
    servlet('    response.setHeader("X-Name", request.getParameter("name")); // HERE'),
  ],
  negatives: [
    servlet('    response.setHeader("X-Name", URLEncoder.encode(request.getParameter("name"), "UTF-8"));'),
    servlet(
      String.raw`    response.addHeader("X-Name", request.getParameter("name").replaceAll("[\r\n]", ""));`,
    ),
  ],
};
