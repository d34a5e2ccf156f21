import type { Rule } from '@scangate/engines/sast/rule';
import { servlet } from './samples.ts';

export const javaTrustBoundary: Rule = {
  id: 'java-trust-boundary',
  cwe: 'CWE-501',
  severity: 'low',
  title: 'Untrusted input stored in the session',
  message: 'Later code trusts the session, but here untrusted input becomes a name or a value in it.',
  help: 'Validate the text before it is stored, and never let it choose the name of an attribute.',
  category: 'trust',
  sinks: [
    {
      call: [
        '*.getSession().{setAttribute,putValue}',
        'HttpSession.{setAttribute,putValue}',
        'session.{setAttribute,putValue}',
      ],
      args: [0, 1],
    },
  ],
  positives: [
    servlet('    request.getSession().setAttribute("user", request.getParameter("user")); // HERE'),
    servlet(`    HttpSession s = request.getSession(true);
    s.putValue(request.getHeader("X-Key"), "10340"); // HERE`),
  ],
  negatives: [
    servlet(`    request.getSession().setAttribute("user", users.findByName(request.getParameter("user")));
    request.setAttribute("name", request.getParameter("name"));`),
  ],
};
