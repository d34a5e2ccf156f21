import type { Rule } from '@scangate/engines/sast/rule';
import { program } from './samples.ts';

export const goJwtUnverified: Rule = {
  id: 'go-jwt-unverified',
  cwe: 'CWE-347',
  severity: 'high',
  title: 'Token is read without checking its signature',
  message: 'Anyone can forge such a token: its content proves nothing.',
  help: 'Use Parse with a key function that also checks the method.',
  calls: [
    { call: ['*.ParseUnverified'] },
    {
      call: ['*.NewWithClaims'],
      when: ({ args: [method] }) => method?.path?.endsWith('.SigningMethodNone') === true,
    },
    {
      call: ['*.SignedString'],
      when: ({ args: [key] }) => key?.path?.endsWith('UnsafeAllowNoneSignatureType') === true,
    },
  ],
  positives: [
    program(
      'github.com/golang-jwt/jwt/v5',
      '\ttoken, _, err := new(jwt.Parser).ParseUnverified(text, claims) // HERE',
      'text string',
    ),
  ],
  negatives: [
    program(
      'github.com/golang-jwt/jwt/v5',
      '\ttoken := jwt.NewWithClaims(jwt.SigningMethodHS256, claims)',
      'claims jwt.Claims',
    ),
    program('github.com/golang-jwt/jwt/v5', '\ttoken, err := jwt.Parse(text, key)', 'text string'),
  ],
};
