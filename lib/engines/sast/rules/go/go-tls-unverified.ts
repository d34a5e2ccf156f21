import type { Rule } from '@scangate/engines/sast/rule';
import { program } from './samples.ts';

/** Functions that check the certificate in place of the standard library. */
const ownChecks = ['VerifyPeerCertificate', 'VerifyConnection'];

const maxLength = 20_000;

/** Tells whether a setting of the operator decides: `if cfg.Insecure { … }`. */
const isChosenByOperator = (text: string): boolean => {
  const lines = text.split('\n').map((line) => line.trim());
  const at = lines.findIndex((line) => line.includes('InsecureSkipVerify = true'));
  const condition = lines
    .slice(Math.max(0, at - 10), Math.max(0, at))
    .findLast((line) => line.startsWith('if ') || line.startsWith('}'));
  return condition?.startsWith('if ') === true && /insecure|skip|verif|disabletls|notls/i.test(condition);
};

/** Tells whether a function checks certificates itself, or leaves the choice to an operator. */
const isHandled = (text: string): boolean =>
  ownChecks.some((each) => text.includes(`.${each} =`)) || isChosenByOperator(text);

export const goTlsUnverified: Rule = {
  id: 'go-tls-unverified',
  cwe: 'CWE-295',
  severity: 'high',
  title: 'TLS certificates are not verified',
  message:
    'With InsecureSkipVerify any certificate is accepted: anyone on the network path can read and change everything.',
  help: 'Leave it out; add the certificate authority you trust to RootCAs.',
  entries: [
    {
      key: ['InsecureSkipVerify'],
      when: (value, { record }) =>
        value.constant === true && !ownChecks.some((each) => record?.fields?.has(each)),
    },
  ],
  writes: [
    {
      write: ['*.InsecureSkipVerify'],
      when: (value, within) =>
        value.constant === true && !isHandled(within?.at.text.slice(0, maxLength) ?? ''),
    },
  ],
  positives: [
    'package main\nimport "crypto/tls"\nvar c = &tls.Config{\n  InsecureSkipVerify: true, // HERE\n}\n',
    program('crypto/tls', '\tc.InsecureSkipVerify = true // HERE', 'c *tls.Config'),
  ],
  negatives: [
    program('crypto/tls', '\tc.InsecureSkipVerify = true\n\tc.VerifyConnection = pinned', 'c *tls.Config'),
    program(
      'crypto/tls',
      '\tif options.Insecure {\n\t\tc.InsecureSkipVerify = true\n\t}',
      'c *tls.Config, options Options',
    ),
    'package main\nimport "crypto/tls"\nvar c = &tls.Config{InsecureSkipVerify: false}\n',
    'package main\nimport "crypto/tls"\nvar c = &tls.Config{InsecureSkipVerify: true, VerifyConnection: pinned}\n',
    'package main\nimport "crypto/tls"\nvar c = &tls.Config{VerifyPeerCertificate: pinned, InsecureSkipVerify: true}\n',
  ],
};
