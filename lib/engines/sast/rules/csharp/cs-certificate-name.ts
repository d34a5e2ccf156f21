import type { Rule } from '@scangate/engines/sast/rule';
import type { Value } from '@scangate/engines/sast/taint/value';
import { method } from './samples.ts';

/** The name of a certificate's subject. */
const isSubject = (value: Value | undefined): boolean =>
  /(?:\.SubjectName\.Name|[cC]ert(?:ificate)?2?\.(?:Subject|SubjectName|FriendlyName)|\.GetNameInfo\(\))$/.test(
    value?.path ?? '',
  );

const isText = (value: Value | undefined): boolean => typeof value?.constant === 'string';

export const csCertificateName: Rule = {
  id: 'cs-certificate-name',
  cwe: 'CWE-297',
  severity: 'medium',
  confidence: 'low',
  title: 'Certificate is trusted by its name',
  message:
    'Anyone can create a certificate with this name: without a check of its issuer or its thumbprint it proves nothing.',
  help: 'Validate the chain of the certificate, and compare its thumbprint with those you know.',
  calls: [
    {
      call: ['{String,string}.{Equals,Compare}'],
      when: ({ args: [a, b] }) => (isSubject(a) && isText(b)) || (isText(a) && isSubject(b)),
    },
    {
      call: ['*.{Equals,Contains,StartsWith,EndsWith}'],
      when: ({ receiver, args: [name] }) => isSubject(receiver) && isText(name),
    },
  ],
  words: ['SubjectName', 'Subject', 'GetNameInfo', 'FriendlyName'],
  positives: [
    method(
      '        if (String.Equals(token.Certificate.SubjectName.Name, "CN=localhost")) Accept(); // HERE',
      'X509SecurityToken token',
    ),
    method(
      '        return certificate.Subject.Equals("CN=service"); // HERE',
      'X509Certificate2 certificate',
    ),
  ],
  negatives: [
    method('        return mail.Subject.Equals("Hello");', 'Mail mail'),
    method(
      '        return certificate.Thumbprint.Equals(known);',
      'X509Certificate2 certificate, string known',
    ),
  ],
};
