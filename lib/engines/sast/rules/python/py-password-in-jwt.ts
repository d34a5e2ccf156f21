import type { Call, Rule } from '@scangate/engines/sast/rule';
import { argument } from './conditions.ts';

const secretClaim = /^(?:password|passwd|pwd|secret|private_?key|credit_?card|cvv)$/i;

const claimsSecret = (call: Call): boolean =>
  [...(argument(call, 'payload', 0)?.fields?.keys() ?? [])].some((claim) => secretClaim.test(claim));

export const pyPasswordInJwt: Rule = {
  id: 'py-password-in-jwt',
  cwe: 'CWE-522',
  severity: 'high',
  title: 'Password in a token',
  message: 'A JSON Web Token is signed, not encrypted: everyone who has it can read its claims.',
  help: 'Leave passwords and keys out of tokens.',
  calls: [{ call: ['jwt.encode', 'jose.jwt.encode', 'jwt.PyJWT.encode'], when: claimsSecret }],
  positives: [
    'import jwt\ntoken = jwt.encode({"user": name, "password": password}, key, algorithm="HS256")  # HERE\n',
    'import jwt\nclaims = {"user": name, "secret": value}\ntoken = jwt.encode(claims, key)  # HERE\n',
  ],
  negatives: [
    'import jwt\ntoken = jwt.encode({"user": name, "password_changed_at": at}, key)\n',
    'import jwt\ntoken = other.encode({"password": value}, key)\n',
  ],
};
