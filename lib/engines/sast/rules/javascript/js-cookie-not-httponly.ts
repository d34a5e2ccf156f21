import type { Rule } from '@scangate/engines/sast/rule';
import { isCookiePlace, isSessionCookie } from './cookies.ts';

export const jsCookieNotHttponly: Rule = {
  id: 'js-cookie-not-httponly',
  cwe: 'CWE-1004',
  severity: 'medium',
  title: 'Cookie without HttpOnly',
  message: 'A script that gets into the page can read this cookie and act as its owner.',
  help: 'Set httpOnly: true.',
  entries: [
    {
      key: ['httpOnly', 'httponly'],
      when: (value, place) => value.constant === false && isCookiePlace(place),
    },
  ],
  calls: [
    {
      call: ['{res,response,reply}.{cookie,setCookie}', '{res,response}.*.cookie'],
      when: (call) => isSessionCookie(call) && !call.args[2]?.fields?.has('httpOnly'),
    },
  ],
  positives: [
    'app.use(session({ secret: process.env.S, cookie: { httpOnly: false } })); // HERE\n',
    "app.get('/l', (req, res) => {\n  res.cookie('session', id); // HERE\n});\n",
    'app.use(session({ secret: process.env.S, cookie: { httponly: false } })); // HERE\n',
  ],
  negatives: [
    "app.get('/l', (req, res) => res.cookie('session', id, { httpOnly: true, secure: true }));\n",
    "app.get('/l', (req, res) => res.cookie('theme', 'dark'));\n",
  ],
};
