import type { Rule } from '@scangate/engines/sast/rule';
import type { Value } from '@scangate/engines/sast/taint/value';
import { constantText } from './conditions.ts';

export const rbJwtUnverified: Rule = {
  id: 'rb-jwt-unverified',
  cwe: 'CWE-347',
  severity: 'high',
  title: 'Token is not verified',
  message: 'Without its signature anyone can write a token that the server accepts.',
  help: 'Decode with a key and a fixed algorithm: JWT.decode(token, key, true, algorithm: "HS256").',
  calls: [
    { call: ['JWT.decode'], when: ({ args: [, , verify] }) => verify?.constant === false },
    {
      call: ['JWT.{encode,decode}'],
      when: ({ args, named }) =>
        [...args.slice(2), ...named.values()].some(({ constant }) => /^none$/i.test(String(constant))),
    },
  ],
  positives: [
    'claims = JWT.decode(token, nil, false) # HERE\n',
    'token = JWT.encode(payload, nil, "none") # HERE\n',
  ],
  negatives: ['claims = JWT.decode(token, key, true, algorithm: "HS256")\n'],
};

/** Tells whether an algorithm needs a key that both sides share; it is the default of the library. */
const isShared = (algorithm: Value | undefined): boolean =>
  algorithm === undefined || /^HS\d/.test(constantText(algorithm));

export const rbJwtEmptyKey: Rule = {
  id: 'rb-jwt-empty-key',
  cwe: 'CWE-347',
  severity: 'high',
  title: 'Token is signed with an empty key',
  message: 'With no key, or an empty one, anyone can compute the signature of a token.',
  help: 'Sign with a long random key that is read from the environment.',
  calls: [
    {
      call: ['JWT.encode'],
      when: ({ args: [, key, algorithm] }) =>
        (key?.constant === null || key?.constant === '') && isShared(algorithm),
    },
  ],
  positives: [
    'token = JWT.encode(payload, nil, "HS256") # HERE\n',
    'token = JWT.encode(payload, "") # HERE\n',
  ],
  negatives: [
    'token = JWT.encode(payload, ENV.fetch("KEY"), "HS256")\n',
    'token = JWT.encode(payload, nil, algorithm)\n',
    'token = JWT.encode(payload, nil, "none")\n',
  ],
};

const secretClaim = /^(?:password|passwd|pwd|secret|private_?key|credit_?card|cvv)$/i;

export const rbPasswordInJwt: Rule = {
  id: 'rb-password-in-jwt',
  cwe: 'CWE-522',
  severity: 'high',
  title: 'Password in a token',
  message: 'A JSON Web Token is signed, not encrypted: everyone who has it can read its claims.',
  help: 'Leave passwords and keys out of tokens.',
  calls: [
    {
      call: ['JWT.encode'],
      when: ({ args: [payload] }) =>
        [...(payload?.fields?.keys() ?? [])].some((claim) => secretClaim.test(claim)),
    },
  ],
  positives: [
    'claims = { user: name, password: password }\ntoken = JWT.encode(claims, key, "HS256") # HERE\n',
    'token = JWT.encode({ "user" => name, "private_key" => pem }, key, "RS256") # HERE\n',
  ],
  negatives: [
    'token = JWT.encode({ user: name, password_changed_at: at }, key, "HS256")\n',
    'token = Other.encode({ password: password }, key)\n',
  ],
};
