import type { Rule } from '@scangate/engines/sast/rule';
import type { Value } from '@scangate/engines/sast/taint/value';

const isNone = (value: Value): boolean =>
  [value, ...(value.fields?.values() ?? [])].some(
    ({ constant }) => typeof constant === 'string' && /^none$/i.test(constant),
  );
const libraries = '{jsonwebtoken,jwt}';

export const jsJwtUnverified: Rule = {
  id: 'js-jwt-unverified',
  cwe: 'CWE-347',
  severity: 'critical',
  title: 'Tokens without a signature are accepted',
  message: 'A token without a signature is accepted: anyone can forge one.',
  help: 'Specify the algorithm that you sign with, and verify with its key.',
  entries: [
    {
      key: ['algorithm', 'algorithms', 'alg'],
      when: (value, { callee }) =>
        isNone(value) && callee.some((name) => /jwt|jsonwebtoken|jose|sign|verify/i.test(name)),
    },
  ],
  calls: [
    {
      call: [`${libraries}.verify`],
      when: ({ args }) =>
        args[1]?.constant === null || args[1]?.constant === '' || args[1]?.constant === false,
    },
    { call: ['jwt-simple.decode'], when: ({ args }) => args[2]?.constant === true },
  ],
  positives: [
    "const jwt = require('jsonwebtoken');\njwt.verify(token, key, { algorithms: ['HS256', 'none'] }); // HERE\n",
    "const jwt = require('jsonwebtoken');\njwt.verify(token, null); // HERE\n",
    "const jwt = require('jsonwebtoken');\njwt.verify(token, key, { algorithm: ['HS256', 'none'] }); // HERE\n",
    "const jwt = require('jsonwebtoken');\njwt.verify(token, key, { alg: ['HS256', 'none'] }); // HERE\n",
  ],
  negatives: ["const jwt = require('jsonwebtoken');\njwt.verify(token, key, { algorithms: ['RS256'] });\n"],
};
