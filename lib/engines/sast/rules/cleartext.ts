import { prefixOf, type Value } from '@scangate/engines/sast/taint/value';

/** Hosts whose traffic stays on the machine or in a private network. */
const near =
  /^[a-z]+:\/\/(?:[^/?#@]{0,80}@)?(?:localhost|127\.\d|0\.0\.0\.0|10\.\d|192\.168\.|169\.254\.|172\.(?:1[6-9]|2\d|3[01])\.|\[|::1|[\w-]{1,60}(?:[:/?#]|$)|[\w.-]{1,80}\.(?:local|internal|localhost|test|svc|lan)(?:[:/?#]|$))/i;

/** Tells whether an address is known to be fetched without encryption from another network. */
export const isCleartext = (value: Value | undefined): boolean => {
  const address = value && prefixOf(value);
  return address !== undefined && /^(?:http|ftp|telnet|ws):\/\/[\w[]/i.test(address) && !near.test(address);
};

/** The texts that all rules for unencrypted addresses share. */
export const cleartextText = {
  cwe: 'CWE-319',
  severity: 'low',
  words: ['http', 'ftp', 'ws', 'telnet', 'TelnetClient', 'FTPClient'],
  title: 'Request without encryption',
  message: 'The address is fetched without encryption: anyone on the way can read and change what is sent.',
  help: 'Use https, wss or SFTP.',
} as const;
