import type { Rule } from '@scangate/engines/sast/rule';
import type { Value } from '@scangate/engines/sast/taint/value';

const isJwt = (callee: readonly string[]): boolean => callee.some((name) => /jwt|jws|jose/i.test(name));
const namesNone = (value: Value | undefined): boolean =>
  /^none$/i.test(String(value?.constant ?? '')) ||
  [...(value?.fields?.values() ?? [])].some(({ constant }) => /^none$/i.test(String(constant ?? '')));

export const pyJwtUnverified: Rule = {
  id: 'py-jwt-unverified',
  cwe: 'CWE-347',
  severity: 'critical',
  title: 'Token is read without checking its signature',
  message: 'The signature of the token is not checked: anyone can forge one for another identity.',
  help: 'Pass the key and the intended algorithms to jwt.decode, and leave verification on.',
  calls: [
    { call: ['python_jwt.process_jwt'] },
    {
      call: ['jwt.decode', 'jose.jwt.decode', 'jose.jws.verify'],
      when: ({ named }) => named.get('verify')?.constant === false || namesNone(named.get('algorithms')),
    },
    {
      call: ['jwt.encode'],
      when: ({ named, args }) =>
        namesNone(named.get('algorithm') ?? args[2]) &&
        (named.get('algorithm') ?? args[2])?.constant !== null,
    },
  ],
  entries: [
    { key: ['verify_signature'], when: ({ constant }, { callee }) => constant === false && isJwt(callee) },
  ],
  positives: [
    'import python_jwt as jwt\njwt.process_jwt(token)  # HERE\n',
    'import jwt\njwt.decode(token, verify=False)  # HERE\n',
    'import jwt\njwt.decode(token, options={"verify_signature": False})  # HERE\n',
    'import jwt\njwt.decode(token, key, algorithms=["HS256", "none"])  # HERE\n',
  ],
  negatives: [
    'import jwt\njwt.decode(token, key, algorithms=["HS256"])\n',
    'import jwt\njwt.decode(token, key, algorithms=["RS256"], options={"verify_aud": False})\n',
  ],
};
