import type { Expression, FunctionUnit, Statement } from '@scangate/engines/sast/ir';
import type { Rule } from '@scangate/engines/sast/rule';
import { method } from './samples.ts';

const givesTrue = (body: readonly Statement[]): boolean => {
  const [only] = body;
  return (
    body.length === 1 &&
    only?.kind === 'return' &&
    only.value?.kind === 'literal' &&
    only.value.value === true
  );
};

const isLenient = (argument: Expression | undefined): boolean =>
  (argument?.kind === 'function' && givesTrue(argument.unit.body)) ||
  /NoopHostnameVerifier|ALLOW_ALL_HOSTNAME_VERIFIER|AllowAllHostnameVerifier/.test(
    argument?.at.text.slice(0, 200) ?? '',
  );

const checksNothing = ({ name, parameters, body, returnType }: FunctionUnit): boolean => {
  if (name === 'checkServerTrusted' || name === 'checkClientTrusted')
    return body.length === 0 || (body.length === 1 && body[0]?.kind === 'return');
  return (
    (name === 'verify' &&
      returnType === 'boolean' &&
      parameters[1]?.type === 'SSLSession' &&
      givesTrue(body)) ||
    (name === 'isTrusted' && parameters[0]?.type === 'X509Certificate[]' && givesTrue(body))
  );
};

export const javaTrustAll: Rule = {
  id: 'java-trust-all',
  cwe: 'CWE-295',
  severity: 'high',
  title: 'TLS certificates are not verified',
  message:
    'Any certificate or host name is accepted: anyone on the network path can read and change everything.',
  help: 'Leave trust managers and host name verifiers at their default; add the certificate you trust to a trust store.',
  functions: checksNothing,
  calls: [
    {
      call: ['*.{setHostnameVerifier,setDefaultHostnameVerifier,hostnameVerifier,setSSLHostnameVerifier}'],
      when: ({ written: [verifier] }) => isLenient(verifier),
    },
    { call: ['{TrustAllStrategy,TrustSelfSignedStrategy}'] },
    { call: ['*.loadTrustMaterial'], when: ({ written }) => isLenient(written.at(-1)) },
  ],
  positives: [
    'class A implements X509TrustManager {\n  public void checkServerTrusted(X509Certificate[] chain, String type) { } // HERE\n}\n',
    'class A implements X509TrustManager {\n  public void checkClientTrusted(X509Certificate[] chain, String type) { } // HERE\n}\n',
    method(`    TrustManager[] all = { new X509TrustManager() {
      public void checkServerTrusted(X509Certificate[] chain, String type) { /* all */ } // HERE
    } };`),
    method('    HttpsURLConnection.setDefaultHostnameVerifier((host, session) -> true); // HERE'),
    method(
      '    client.setSSLHostnameVerifier(NoopHostnameVerifier.INSTANCE); // HERE',
      'HttpClientBuilder client',
    ),
  ],
  negatives: [
    'class A implements X509TrustManager {\n  public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {\n    standard.checkServerTrusted(chain, type);\n  }\n}\n',
    method(
      '    connection.setHostnameVerifier((host, session) -> host.equals("example.com"));',
      'HttpsURLConnection connection',
    ),
  ],
};
