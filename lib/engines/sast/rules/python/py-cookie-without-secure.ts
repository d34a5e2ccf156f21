import type { Call, Rule } from '@scangate/engines/sast/rule';
import type { Value } from '@scangate/engines/sast/taint/value';
import { constantText, isMissingOrFalse } from './conditions.ts';

/** Tells whether the name denotes a session, not a preference. */
const isSession = /sess|token|auth|jwt|sid|user|login|remember|^id$/i;

export const authTicket = '*.{AuthTktCookieHelper,AuthTktAuthenticationPolicy}';

const isFalse = (value: Value | undefined): boolean => value?.constant === false;

/** A cookie that is kept from scripts or from other sites is meant to be protected. */
const isGuarded = ({ named }: Call): boolean =>
  named.get('httponly')?.constant === true || /^(?:lax|strict)$/i.test(constantText(named.get('samesite')));

/** Recognizes a function of the program that receives the response to set the cookie on. */
const isObject = (first: Value | undefined): boolean =>
  first?.type !== undefined || /(?:^|\.)(?:self|handler|request|response|resp)$/.test(first?.path ?? '');

export const pyCookieWithoutSecure: Rule = {
  id: 'py-cookie-without-secure',
  cwe: 'CWE-614',
  severity: 'medium',
  title: 'Cookie without Secure',
  message:
    'Without the Secure attribute the browser also sends the cookie over plain HTTP, where others can read it.',
  help: 'Set secure=True.',
  calls: [
    {
      call: ['*.{set_cookie,set_signed_cookie}'],
      when: (call) => {
        const { named, args, written } = call;
        const secure = named.get('secure') ?? args[6];
        return (
          isMissingOrFalse(secure) &&
          !isObject(args[0]) &&
          (isFalse(secure) || isGuarded(call) || isSession.test(constantText(named.get('key') ?? args[0]))) &&
          written.every(({ kind }) => kind !== 'spread') &&
          args.length + named.size > 1
        );
      },
    },
    // Pyramid signs people in by this cookie.
    {
      call: [authTicket],
      when: ({ named, written }) =>
        isMissingOrFalse(named.get('secure')) && written.every(({ kind }) => kind !== 'spread'),
    },
  ],
  positives: [
    'r = make_response("")\nr.set_cookie("cart", value, httponly=True, samesite="Lax")  # HERE\n',
    'from pyramid.authentication import AuthTktCookieHelper\nticket = AuthTktCookieHelper(secret, httponly=True)  # HERE\n',
    'r = make_response("")\nr.set_cookie("id", value, secure=False, httponly=True)  # HERE\n',
    'def view(request):\n    response = render(request, "a.html")\n    response.set_cookie(key="id", value=token)  # HERE\n    return response\n',
  ],
  negatives: [
    'from pyramid.authentication import AuthTktCookieHelper\nticket = AuthTktCookieHelper(**settings)\n',
    'r = make_response("")\nr.set_cookie("id", value, secure=True, httponly=True)\n',
    'r = make_response("")\nr.set_cookie("id", value, secure=settings.SECURE)\n',
    'r = make_response("")\nr.set_cookie("sort_order", value)\n',
    'class H(Handler):\n    def post(self):\n        self.auth.set_cookie(self, token)\n',
  ],
};
