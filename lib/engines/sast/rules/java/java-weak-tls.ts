import type { Rule } from '@scangate/engines/sast/rule';
import { textAt } from './conditions.ts';
import { method } from './samples.ts';

export const javaWeakTls: Rule = {
  id: 'java-weak-tls',
  cwe: 'CWE-326',
  severity: 'medium',
  title: 'Outdated TLS version',
  message: 'SSL and TLS before 1.2 have known attacks.',
  help: 'Use "TLSv1.3" or "TLSv1.2", or the default ("TLS").',
  calls: [
    {
      call: ['SSLContext.getInstance'],
      when: (call) => /^(?:SSL|SSLv[23]|TLSv1|TLSv1\.[01])$/i.test(textAt(call, 0)),
    },
    {
      call: ['*.{setEnabledProtocols,setProtocols}'],
      when: ({ args: [list] }) =>
        [...(list?.fields?.values() ?? [])].some(({ constant }) =>
          /^(?:SSLv[23]|TLSv1|TLSv1\.1)$/.test(String(constant)),
        ),
    },
    {
      call: ['SSLConnectionSocketFactory'],
      when: ({ args: [, list] }) =>
        [...(list?.fields?.values() ?? [])].some(({ constant }) =>
          /^(?:SSLv[23]|TLSv1|TLSv1\.1)$/.test(String(constant)),
        ),
    },
    {
      call: ['*.setProperty'],
      when: ({ args: [name, value] }) =>
        name?.constant === 'sun.security.ssl.allowUnsafeRenegotiation' &&
        /^true$/.test(String(value?.constant)),
    },
    {
      call: ['*.setProperty'],
      when: (call) =>
        textAt(call, 0) === 'jdk.tls.client.protocols' &&
        /(?:^|,)\s?(?:SSLv[23]|TLSv?1(?:\.[01])?)(?:,|$)/.test(textAt(call, 1)),
    },
  ],
  positives: [
    method('    System.setProperty("sun.security.ssl.allowUnsafeRenegotiation", "true"); // HERE'),
    method('    System.setProperty("jdk.tls.client.protocols", "TLSv1.2,TLSv1"); // HERE'),
    method('    SSLContext.getInstance("SSLv3"); // HERE'),
    method('    socket.setEnabledProtocols(new String[] {"TLSv1", "TLSv1.2"}); // HERE', 'SSLSocket socket'),
  ],
  negatives: [method('    SSLContext.getInstance("TLS");\n    SSLContext.getInstance("TLSv1.3");')],
};
