import type { Rule } from '@scangate/engines/sast/rule';
import { authTicket } from './py-cookie-without-secure.ts';
import { constantText, isMissingOrFalse } from './conditions.ts';

const isSession = /sess|token|auth|jwt|sid|user|login|remember/i;

export const pyCookieWithoutHttponly: Rule = {
  id: 'py-cookie-without-httponly',
  cwe: 'CWE-1004',
  severity: 'low',
  title: 'Cookie without HttpOnly',
  message: 'Scripts in the page can read a session cookie: one injected script can steal it.',
  help: 'Set httponly=True.',
  calls: [
    {
      call: ['*.{set_cookie,set_signed_cookie}'],
      when: ({ named, args, written }) => {
        if (written.some(({ kind }) => kind === 'spread')) return false;
        const name = constantText(named.get('key') ?? args[0]);
        const httponly = named.get('httponly') ?? args[7];
        const isGuarded = named.get('secure')?.constant === true;
        return (
          httponly?.constant === false || (isMissingOrFalse(httponly) && (isGuarded || isSession.test(name)))
        );
      },
    },
    {
      call: [authTicket],
      when: ({ named, written }) =>
        isMissingOrFalse(named.get('httponly') ?? named.get('http_only')) &&
        written.every(({ kind }) => kind !== 'spread'),
    },
  ],
  positives: [
    'r = make_response("")\nr.set_cookie("cart", value, secure=True)  # HERE\n',
    'r = make_response("")\nr.set_cookie("session", value, secure=True)  # HERE\n',
    'r.set_cookie("a", value, secure=True, httponly=False)  # HERE\n',
  ],
  negatives: [
    'r = make_response("")\nr.set_cookie("session", value, secure=True, httponly=True)\n',
    'r.set_cookie("theme", value)\n',
    'def answer(r, **options):\n    r.set_cookie("session", value, **options)\n',
  ],
};
