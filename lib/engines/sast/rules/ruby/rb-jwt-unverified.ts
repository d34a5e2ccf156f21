import type { Rule } from '@scangate/engines/sast/rule';

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
