import type { Rule } from '@scangate/engines/sast/rule';
import { around, textAt } from './conditions.ts';
import { method } from './samples.ts';

const broken = /^(?:DES|DESede|TripleDES|RC2|RC4|ARCFOUR|Blowfish)(?:\/|$)/i;
const blockByBlock = /^AES(?:\/ECB\/|$)|^RSA\/[^/]{1,9}\/NoPadding$/i;

export const javaWeakCipher: Rule = {
  id: 'java-weak-cipher',
  cwe: 'CWE-327',
  severity: 'high',
  title: 'Broken encryption',
  message: 'DES, RC2, RC4 and Blowfish can be broken, and ECB encrypts equal blocks to equal blocks.',
  help: 'Use AES/GCM/NoPadding with a fresh random nonce each time.',
  calls: [
    {
      call: ['Cipher.getInstance', '*.crypto.Cipher.getInstance'],
      when: (call) => broken.test(textAt(call, 0)) || blockByBlock.test(textAt(call, 0)),
    },
    {
      call: ['{KeyGenerator,SecretKeyFactory}.getInstance', '*.crypto.KeyGenerator.getInstance'],
      when: (call) => broken.test(textAt(call, 0)) && !around(call).includes('Cipher.getInstance'),
    },
    { call: ['{NullCipher,DESEngine,RC4Engine,RC2Engine,BlowfishEngine,DESedeEngine}'] },
  ],
  positives: [
    method('    Cipher.getInstance("DES/CBC/PKCS5Padding"); // HERE'),
    method('    Cipher c = javax.crypto.Cipher.getInstance("AES/ECB/PKCS5Padding", "SunJCE"); // HERE'),
    method('    Cipher.getInstance("AES"); // HERE'),
    method('    KeyGenerator.getInstance("DESede").generateKey(); // HERE'),
  ],
  negatives: [
    method(
      '    Cipher.getInstance("AES/GCM/NoPadding");\n    Cipher.getInstance("RSA/ECB/OAEPWithSHA-256AndMGF1Padding");',
    ),
    method('    Cipher.getInstance(name);\n    KeyGenerator.getInstance("AES");', 'String name'),
  ],
};
