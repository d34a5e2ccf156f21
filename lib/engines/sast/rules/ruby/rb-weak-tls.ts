import type { Rule } from '@scangate/engines/sast/rule';
import type { Value } from '@scangate/engines/sast/taint/value';

const isOld = ({ constant, path }: Value): boolean =>
  /^(?:SSLv\w{1,3}|TLSv1(?:_[01])?)$/.test(String(constant)) ||
  /\.(?:TLS1|TLS1_1|SSL3)_VERSION$/.test(path ?? '');

export const rbWeakTls: Rule = {
  id: 'rb-weak-tls',
  cwe: 'CWE-326',
  severity: 'medium',
  title: 'Outdated TLS version',
  message: 'SSL and TLS before 1.2 have known attacks.',
  help: 'Do not set a version, or set min_version to TLS 1.2.',
  writes: [{ write: ['*.{ssl_version,min_version,max_version}'], when: isOld }],
  entries: [{ key: ['ssl_version', 'min_version'], when: isOld }],
  positives: [
    'http.ssl_version = :TLSv1 # HERE\n',
    'Net::HTTP.start(host, 443, ssl_version: :SSLv3) # HERE\n',
  ],
  negatives: ['http.min_version = OpenSSL::SSL::TLS1_2_VERSION\nhttp.ssl_version = :TLSv1_2\n'],
};
