import type { Rule } from '@scangate/engines/sast/rule';
import { program } from './samples.ts';

export const goSshHostUnchecked: Rule = {
  id: 'go-ssh-host-unchecked',
  cwe: 'CWE-322',
  severity: 'medium',
  title: 'SSH host key is not verified',
  message: 'Any server is accepted: anyone on the network path can read and change everything.',
  help: 'Use ssh.FixedHostKey or the knownhosts package.',
  calls: [{ call: ['golang.org/x/crypto/ssh.InsecureIgnoreHostKey'] }],
  positives: [
    program(
      'golang.org/x/crypto/ssh',
      '\tc := &ssh.ClientConfig{HostKeyCallback: ssh.InsecureIgnoreHostKey()} // HERE',
    ),
  ],
  negatives: [
    program(
      'golang.org/x/crypto/ssh',
      '\tc := &ssh.ClientConfig{HostKeyCallback: ssh.FixedHostKey(key)}',
      'key ssh.PublicKey',
    ),
  ],
};
