import type { Rule } from '@scangate/engines/sast/rule';
import type { Value } from '@scangate/engines/sast/taint/value';
import { program } from './samples.ts';

const isOld = ({ path, constant }: Value): boolean =>
  /\.Version(?:SSL30|TLS10|TLS11)$/.test(path ?? '') ||
  constant === 0x0300 ||
  constant === 0x0301 ||
  constant === 0x0302;

const isWeakSuite = ({ path }: Value): boolean =>
  /(?:^|\.)TLS_[A-Z0-9_]{1,80}$/.test(path ?? '') && /RC4|3DES/.test(path ?? '');

export const goWeakTls: Rule = {
  id: 'go-weak-tls',
  cwe: 'CWE-326',
  severity: 'medium',
  title: 'Outdated TLS version or cipher',
  message: 'TLS before 1.2, RC4 and 3DES have known attacks.',
  help: 'Leave MinVersion and CipherSuites at their defaults, or require tls.VersionTLS12 or newer.',
  entries: [
    { key: ['MinVersion', 'MaxVersion'], when: isOld },
    { key: ['CipherSuites'], when: ({ fields }) => [...(fields?.values() ?? [])].some(isWeakSuite) },
  ],
  writes: [{ write: ['*.{MinVersion,MaxVersion}'], when: isOld }],
  positives: [
    'package main\nimport "crypto/tls"\nvar c = &tls.Config{\n  MinVersion: tls.VersionTLS10, // HERE\n}\n',
    'package main\nimport "crypto/tls"\nvar c = &tls.Config{\n  CipherSuites: []uint16{tls.TLS_RSA_WITH_RC4_128_SHA, tls.TLS_AES_128_GCM_SHA256}, // HERE\n}\n',
  ],
  negatives: [program('crypto/tls', '\tc := &tls.Config{MinVersion: tls.VersionTLS12}')],
};
