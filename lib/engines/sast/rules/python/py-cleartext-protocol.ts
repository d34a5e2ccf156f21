import type { Rule } from '@scangate/engines/sast/rule';

export const pyCleartextProtocol: Rule = {
  id: 'py-cleartext-protocol',
  cwe: 'CWE-319',
  severity: 'low',
  title: 'Password sent in clear text',
  message: 'Telnet and FTP send everything unencrypted, passwords included.',
  help: 'Use SSH, SFTP or FTP_TLS.',
  calls: [{ call: ['telnetlib.Telnet', 'ftplib.FTP'] }],
  positives: [
    'import telnetlib\nt = telnetlib.Telnet("example.com")  # HERE\n',
    'from ftplib import FTP\nFTP("example.com")  # HERE\n',
  ],
  negatives: ['import ftplib\nftplib.FTP_TLS("example.com")\n'],
};
