import type { Rule } from '@scangate/engines/sast/rule';
import type { Value } from '@scangate/engines/sast/taint/value';
import { method } from './samples.ts';

const off = ({ constant }: Value): boolean => constant === false;
const keys = ['ValidateIssuerSigningKey', 'ValidateLifetime', 'RequireSignedTokens', 'RequireExpirationTime'];

export const csJwtUnverified: Rule = {
  id: 'cs-jwt-unverified',
  cwe: 'CWE-347',
  severity: 'high',
  title: 'Tokens are not verified',
  message: 'Tokens that are forged or have expired are accepted.',
  help: 'Leave the validation of signature and lifetime on.',
  words: keys,
  entries: [{ key: keys, when: off }],
  writes: [{ write: keys.map((key) => `*.${key}`), when: off }],
  positives: [
    method('        var parameters = new TokenValidationParameters { ValidateLifetime = false }; // HERE'),
    method('        parameters.RequireSignedTokens = false; // HERE', 'TokenValidationParameters parameters'),
  ],
  negatives: [
    method(
      '        var parameters = new TokenValidationParameters { ValidateLifetime = true, ValidateIssuerSigningKey = true };',
    ),
  ],
};
