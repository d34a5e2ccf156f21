import type { Rule } from '@scangate/engines/sast/rule';
import { isCookiePlace, isSessionCookie } from './cookies.ts';

export const jsCookieNotSecure: Rule = {
  id: 'js-cookie-not-secure',
  cwe: 'CWE-614',
  severity: 'medium',
  title: 'Cookie without Secure',
  message:
    'The browser also sends this cookie over plain HTTP, where anyone on the network path can read it.',
  help: 'Set secure: true (behind a proxy also `trust proxy`).',
  entries: [{ key: ['secure'], when: (value, place) => value.constant === false && isCookiePlace(place) }],
  calls: [
    {
      call: ['{res,response,reply}.{cookie,setCookie}', '{res,response}.*.cookie'],
      when: (call) => isSessionCookie(call) && !call.args[2]?.fields?.has('secure'),
    },
  ],
  positives: [
    "app.get('/l', (req, res) => {\n  res.cookie('token', t, { httpOnly: true }); // HERE\n});\n",
    'app.use(session({ secret: s, cookie: { secure: false } })); // HERE\n',
  ],
  negatives: [
    "app.get('/l', (req, res) => res.cookie('token', t, { httpOnly: true, secure: true }));\n",
    "nodemailer.createTransport({ host: 'mail.example.com', secure: false });\n",
  ],
};
