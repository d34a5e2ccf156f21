import type { Rule } from '@scangate/engines/sast/rule';
import { around } from './conditions.ts';
import { servlet } from './samples.ts';

const forLogin = /session|token|auth|jwt|remember|login/i;

export const javaCookieWithoutHttpOnly: Rule = {
  id: 'java-cookie-without-httponly',
  cwe: 'CWE-1004',
  severity: 'low',
  title: 'Cookie without HttpOnly',
  message: 'Without HttpOnly a script in the page can read the cookie and send it elsewhere.',
  help: 'Call setHttpOnly(true) before the cookie is added.',
  calls: [
    { call: ['*.setHttpOnly', '*.from().httpOnly'], when: ({ args: [on] }) => on?.constant === false },
    {
      call: ['Cookie'],
      when: (call) =>
        forLogin.test(String(call.args[0]?.constant ?? '')) &&
        around(call).includes('addCookie(') &&
        !/setHttpOnly\(|setMaxAge\(0\)/.test(around(call)),
    },
  ],
  positives: [
    servlet('    Cookie cookie = new Cookie("id", value);\n    cookie.setHttpOnly(false); // HERE'),
    servlet('    Cookie cookie = new Cookie("session", value); // HERE\n    response.addCookie(cookie);'),
  ],
  negatives: [
    servlet(`    Cookie cookie = new Cookie("session", value);
    cookie.setHttpOnly(true);
    response.addCookie(cookie);
    response.addCookie(new Cookie("theme", value));`),
  ],
};
