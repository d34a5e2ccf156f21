import type { Rule } from '@scangate/engines/sast/rule';
import type { Value } from '@scangate/engines/sast/taint/value';
import { alwaysTrue } from './conditions.ts';
import { method } from './samples.ts';

const acceptsAll = (value: Value): boolean =>
  alwaysTrue(value) || (value.path ?? '').endsWith('DangerousAcceptAnyServerCertificateValidator');

const names = [
  'ServerCertificateCustomValidationCallback',
  'ServerCertificateValidationCallback',
  'RemoteCertificateValidationCallback',
];

export const csTlsUnverified: Rule = {
  id: 'cs-tls-unverified',
  cwe: 'CWE-295',
  severity: 'high',
  title: 'TLS certificates are not checked',
  message: 'Any certificate is accepted: anyone on the network path can read and change everything.',
  help: 'Remove the callback; add the certificate you trust to a trust store.',
  writes: [{ write: names.map((name) => `*.${name}`), when: acceptsAll }],
  entries: [{ key: names, when: acceptsAll }],
  calls: [
    {
      call: ['SslStream', 'RemoteCertificateValidationCallback'],
      when: ({ args }) => args.some((arg) => alwaysTrue(arg)),
    },
  ],
  positives: [
    method(
      '        handler.ServerCertificateCustomValidationCallback = (message, certificate, chain, errors) => true; // HERE',
      'HttpClientHandler handler',
    ),
    method(
      '        ServicePointManager.ServerCertificateValidationCallback += delegate { return true; }; // HERE',
    ),
    method(
      '        var handler = new HttpClientHandler { ServerCertificateCustomValidationCallback = HttpClientHandler.DangerousAcceptAnyServerCertificateValidator }; // HERE',
    ),
  ],
  negatives: [
    method(
      '        handler.ServerCertificateCustomValidationCallback = (message, certificate, chain, errors) => errors == SslPolicyErrors.None;',
      'HttpClientHandler handler',
    ),
    method('        var handler = new HttpClientHandler { CheckCertificateRevocationList = true };'),
  ],
};

const old = /(?:Ssl2|Ssl3|\bTls|Tls11)$/;

export const csWeakTls: Rule = {
  id: 'cs-weak-tls',
  cwe: 'CWE-327',
  severity: 'medium',
  title: 'Outdated TLS version',
  message: 'SSL 3, TLS 1.0 and TLS 1.1 have known weaknesses.',
  help: 'Let the system choose (SslProtocols.None), or use TLS 1.2 and 1.3.',
  words: ['SecurityProtocolType', 'SslProtocols'],
  writes: [
    {
      write: ['*.{SecurityProtocol,SslProtocols,EnabledSslProtocols}'],
      when: ({ path }) => old.test(path ?? ''),
    },
  ],
  entries: [{ key: ['SslProtocols', 'EnabledSslProtocols'], when: ({ path }) => old.test(path ?? '') }],
  positives: [
    method('        ServicePointManager.SecurityProtocol = SecurityProtocolType.Ssl3; // HERE'),
    method('        var handler = new HttpClientHandler { SslProtocols = SslProtocols.Tls11 }; // HERE'),
  ],
  negatives: [
    method('        ServicePointManager.SecurityProtocol = SecurityProtocolType.Tls12;'),
    method('        var handler = new HttpClientHandler { SslProtocols = SslProtocols.None };'),
  ],
};
