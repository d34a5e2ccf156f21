import type { Rule } from '@scangate/engines/sast/rule';
import { constantText } from './conditions.ts';
import { script } from './samples.ts';

export const phpJwtUnverified: Rule = {
  id: 'php-jwt-unverified',
  cwe: 'CWE-347',
  severity: 'high',
  title: 'Token is not verified',
  message: 'Without its signature anyone can write a token that the server accepts.',
  help: 'Decode with a key and a fixed algorithm: JWT::decode($jwt, new Key($key, "HS256")).',
  calls: [
    {
      call: ['{JWT,*.JWT}.decode'],
      when: ({ args: [, key, algorithms] }) =>
        (key !== undefined && (key.constant === null || key.constant === '' || key.constant === false)) ||
        (algorithms?.fields !== undefined &&
          [...algorithms.fields.values()].some((each) => /^none$/i.test(constantText(each)))),
    },
    {
      call: ['{JWT,*.JWT}.encode'],
      when: ({ args: [, , algorithm] }) => /^none$/i.test(constantText(algorithm)),
    },
  ],
  positives: [
    script('$claims = JWT::decode($token, null); // HERE'),
    script('$claims = JWT::decode($token, $key, ["none"]); // HERE'),
  ],
  negatives: [script('$claims = JWT::decode($token, new Key($key, "HS256"));')],
};
