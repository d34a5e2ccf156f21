import type { Rule } from '@scangate/engines/sast/rule';
import { around } from './conditions.ts';
import { servlet } from './samples.ts';

export const javaCookieWithoutSecure: Rule = {
  id: 'java-cookie-without-secure',
  cwe: 'CWE-614',
  severity: 'medium',
  title: 'Cookie without Secure',
  message:
    'Without the Secure attribute the browser also sends the cookie over plain HTTP, where others can read it.',
  help: 'Call setSecure(true) before the cookie is added.',
  calls: [
    {
      call: ['*.setSecure', 'ResponseCookie.*.secure', '*.from().secure'],
      when: ({ args: [on] }) => on?.constant === false,
    },
    {
      call: ['*.addCookie'],
      // A deleted cookie holds nothing.
      when: (call) =>
        !/\.setSecure\(|setMaxAge\(0\)/.test(around(call)) &&
        /new (?:[\w.]{1,60}\.)?Cookie\(/.test(around(call)),
    },
  ],
  positives: [
    servlet(`    Cookie cookie = new Cookie("id", value);
    cookie.setSecure(false); // HERE
    response.addCookie(cookie);`),
    servlet(`    Cookie cookie = new Cookie("id", value);
    response.addCookie(cookie); // HERE`),
  ],
  negatives: [
    servlet(`    Cookie cookie = new Cookie("id", value);
    cookie.setSecure(true);
    response.addCookie(cookie);`),
    servlet(`    Cookie cookie = new Cookie("id", "");
    cookie.setMaxAge(0);
    response.addCookie(cookie);`),
  ],
};
