import type { Rule } from '@scangate/engines/sast/rule';
import type { Value } from '@scangate/engines/sast/taint/value';
import { authTicket } from './py-cookie-without-secure.ts';

/** Frameworks omit the attribute for `None`, and write it for `"None"`. */
const isNone = (value: Value | undefined): boolean =>
  value?.constant === null || /^none$/i.test(String(value?.constant ?? ''));

export const pyCookieAnySite: Rule = {
  id: 'py-cookie-any-site',
  cwe: 'CWE-1275',
  severity: 'low',
  title: 'Cookie is sent with cross-site requests',
  message:
    'With SameSite=None the browser adds the cookie to requests that other sites trigger, so they act as the user.',
  help: 'Use samesite="Lax" or "Strict".',
  calls: [
    {
      call: ['*.{set_cookie,set_signed_cookie}', authTicket],
      when: ({ named }) => isNone(named.get('samesite')),
    },
  ],
  positives: [
    'r = make_response("")\nr.set_cookie("id", value, secure=True, httponly=True, samesite="None")  # HERE\n',
    'def view(request):\n    request.response.set_cookie("id", value, samesite=None, secure=True)  # HERE\n',
  ],
  negatives: [
    'r = make_response("")\nr.set_cookie("id", value, secure=True, httponly=True, samesite="Lax")\n',
    'r = make_response("")\nr.set_cookie("theme", value)\n',
    'def answer(r, samesite):\n    r.set_cookie("theme", value, samesite=samesite)\n',
  ],
};
