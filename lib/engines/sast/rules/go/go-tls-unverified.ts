import type { Rule } from '@scangate/engines/sast/rule';
import { program } from './samples.ts';

/** Functions that check the certificate in place of the standard library. */
const ownChecks = ['VerifyPeerCertificate', 'VerifyConnection'];

export const goTlsUnverified: Rule = {
  id: 'go-tls-unverified',
  cwe: 'CWE-295',
  severity: 'high',
  title: 'TLS certificates are not checked',
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
  writes: [{ write: ['*.InsecureSkipVerify'], when: (value) => value.constant === true }],
  positives: [
    'package main\nimport "crypto/tls"\nvar c = &tls.Config{\n  InsecureSkipVerify: true, // HERE\n}\n',
    program('crypto/tls', '\tc.InsecureSkipVerify = true // HERE', 'c *tls.Config'),
  ],
  negatives: [
    'package main\nimport "crypto/tls"\nvar c = &tls.Config{InsecureSkipVerify: false}\n',
    'package main\nimport "crypto/tls"\nvar c = &tls.Config{InsecureSkipVerify: true, VerifyConnection: pinned}\n',
    'package main\nimport "crypto/tls"\nvar c = &tls.Config{VerifyPeerCertificate: pinned, InsecureSkipVerify: true}\n',
  ],
};
