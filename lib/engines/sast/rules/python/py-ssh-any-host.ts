import type { Rule } from '@scangate/engines/sast/rule';
import { lastName } from './conditions.ts';

export const pySshAnyHost: Rule = {
  id: 'py-ssh-any-host',
  cwe: 'CWE-295',
  severity: 'medium',
  title: 'SSH host key is not verified',
  message: 'The key of an unknown host is accepted: anyone on the network path can impersonate it.',
  help: 'Load the known hosts and keep RejectPolicy.',
  calls: [
    {
      call: ['*.set_missing_host_key_policy'],
      when: ({ args: [policy] }) =>
        /^(?:AutoAddPolicy|WarningPolicy)$/.test(lastName(policy).replace('()', '')),
    },
  ],
  positives: [
    'import paramiko\nc = paramiko.SSHClient()\nc.set_missing_host_key_policy(paramiko.AutoAddPolicy())  # HERE\n',
    'from paramiko import SSHClient, WarningPolicy\nSSHClient().set_missing_host_key_policy(WarningPolicy)  # HERE\n',
  ],
  negatives: [
    'import paramiko\nc = paramiko.SSHClient()\nc.set_missing_host_key_policy(paramiko.RejectPolicy())\n',
  ],
};
