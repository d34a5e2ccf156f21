import type { Rule } from '@scangate/engines/sast/rule';

export const rbWeakKeySize: Rule = {
  id: 'rb-weak-key-size',
  cwe: 'CWE-326',
  severity: 'medium',
  title: 'Key is too short',
  message: 'RSA keys below 2048 bits can be broken.',
  help: 'Use 3072 bits or more.',
  calls: [
    {
      call: ['OpenSSL.PKey.{RSA,DSA}', 'OpenSSL.PKey.{RSA,DSA}.generate'],
      when: ({ args: [bits] }) => typeof bits?.constant === 'number' && bits.constant < 2048,
    },
  ],
  positives: [
    'key = OpenSSL::PKey::RSA.new(1024) # HERE\n',
    'key = OpenSSL::PKey::RSA.generate(512) # HERE\n',
  ],
  negatives: ['key = OpenSSL::PKey::RSA.new(4096)\nkey = OpenSSL::PKey::RSA.new(File.read("key.pem"))\n'],
};
