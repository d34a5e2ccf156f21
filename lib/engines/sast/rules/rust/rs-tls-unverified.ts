import type { Rule } from '@scangate/engines/sast/rule';
import { program } from './samples.ts';

export const rsTlsUnverified: Rule = {
  id: 'rs-tls-unverified',
  cwe: 'CWE-295',
  severity: 'high',
  title: 'TLS certificates are not verified',
  message:
    'Any certificate or host name is accepted: anyone on the network path can read and change everything.',
  help: 'Leave verification on; add the certificate you trust (add_root_certificate).',
  calls: [
    {
      call: [
        '*.{danger_accept_invalid_certs,danger_accept_invalid_hostnames,tls_danger_accept_invalid_certs,accept_invalid_certs}',
      ],
      when: ({ args: [on] }) => on?.constant === true,
    },
    {
      call: ['*.{set_verify,set_verify_callback}'],
      when: ({ args: [mode] }) => /(?:SslVerifyMode\.NONE|SSL_VERIFY_NONE)$/.test(mode?.path ?? ''),
    },
    {
      call: [
        '*.dangerous().{set_certificate_verifier,with_custom_certificate_verifier}',
        'DangerousClientConfig.set_certificate_verifier',
      ],
      when: ({ at }) => !/webpki/i.test(at.text),
    },
    {
      call: ['*.{set_verify_hostname,verify_hostname,use_server_name_indication}'],
      when: ({ args: [on] }) => on?.constant === false,
    },
    {
      call: ['*.with_custom_certificate_verifier'],
      when: ({ at }) =>
        /No(?:Certificate|Cert|Server)?Verif|AcceptAll|Insecure|Dummy|SkipServer/i.test(at.text),
    },
  ],
  functions: ({ name, body, at }) =>
    name === 'verify_server_cert' && body.length === 1 && at.text.includes('ServerCertVerified::assertion()'),
  positives: [
    program(
      '    config.dangerous().set_certificate_verifier(Arc::new(All)); // HERE',
      '',
      'mut config: ClientConfig',
    ),
    program('    builder.set_verify(SSL_VERIFY_NONE); // HERE', 'use openssl::ssl::SSL_VERIFY_NONE;'),
    program('    let client = reqwest::Client::builder().danger_accept_invalid_certs(true).build(); // HERE'),
    program('    builder.set_verify(SslVerifyMode::NONE); // HERE', 'use openssl::ssl::SslVerifyMode;'),
    'impl ServerCertVerifier for All {\n    fn verify_server_cert(&self) -> Result<ServerCertVerified, Error> { Ok(ServerCertVerified::assertion()) } // HERE\n}\n',
    program(
      '    let mut dangerous = DangerousClientConfig { cfg: &mut config };\n    dangerous.set_certificate_verifier(Arc::new(All)); // HERE',
      'use rustls::client::danger::DangerousClientConfig;',
      'mut config: ClientConfig',
    ),
  ],
  negatives: [
    program(
      '    let mut dangerous = DangerousClientConfig { cfg: &mut config };\n    dangerous.set_certificate_verifier(WebPkiServerVerifier::builder(roots).build());',
      'use rustls::client::danger::DangerousClientConfig;',
      'mut config: ClientConfig, roots: Arc<RootCertStore>',
    ),
    program('    let client = reqwest::Client::builder().danger_accept_invalid_certs(false).build();'),
    program('    builder.set_verify(SslVerifyMode::PEER);', 'use openssl::ssl::SslVerifyMode;'),
  ],
};

const old = /(?:TLS_1_[01]|Tlsv1[01]|TLS1(?:_1)?|SSL3|Sslv3)$/;

export const rsWeakTls: Rule = {
  id: 'rs-weak-tls',
  cwe: 'CWE-327',
  severity: 'medium',
  title: 'Outdated TLS version',
  message: 'SSL 3, TLS 1.0 and TLS 1.1 have known weaknesses.',
  help: 'Set the minimum version to TLS 1.2, or use the default.',
  calls: [
    {
      call: ['*.{min_tls_version,min_protocol_version,set_min_proto_version}'],
      when: ({ args: [version] }) => old.test(version?.path ?? ''),
    },
  ],
  positives: [
    program(
      '    let client = reqwest::Client::builder().min_tls_version(reqwest::tls::Version::TLS_1_0).build(); // HERE',
    ),
  ],
  negatives: [
    program(
      '    let client = reqwest::Client::builder().min_tls_version(reqwest::tls::Version::TLS_1_2).build();',
    ),
  ],
};
