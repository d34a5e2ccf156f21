import type { Rule } from '@scangate/engines/sast/rule';
import { program } from './samples.ts';

const everywhere = /^(?:0\.0\.0\.0|\[::\])?:\d{1,5}$/;

export const goBindAll: Rule = {
  id: 'go-bind-all',
  cwe: 'CWE-200',
  severity: 'low',
  title: 'Listens on every network interface',
  message: 'The service can be reached from every network, even if only this machine needs it.',
  help: 'State the address to listen on, or make it a setting.',
  calls: [
    {
      call: ['net.Listen', 'crypto/tls.Listen'],
      when: ({ args: [, address] }) => everywhere.test(String(address?.constant ?? '')),
    },
    {
      call: ['net/http.{ListenAndServe,ListenAndServeTLS}'],
      when: ({ args: [address] }) => String(address?.constant ?? '').startsWith('0.0.0.0:'),
    },
  ],
  positives: [program('net', '\tl, err := net.Listen("tcp", "0.0.0.0:2000") // HERE')],
  negatives: [program('net', '\tl, err := net.Listen("tcp", "127.0.0.1:2000")')],
};
