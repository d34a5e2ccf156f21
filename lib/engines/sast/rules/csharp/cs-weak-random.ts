import type { Rule } from '@scangate/engines/sast/rule';
import type { Value } from '@scangate/engines/sast/taint/value';
import { method } from './samples.ts';

const isGuessable = ({ taints }: Value): boolean =>
  taints.some(
    ({ origin, lastStep: last }) => origin.label === 'weak-random' && !last?.message.startsWith('passed to'),
  );

const secret =
  /^_?(?!\w{0,60}(?:window|interval|delay|ttl|timeout|seconds|count|length|size|index)$)\w{0,60}?(?:token|secret|passw|nonce|salt|\botp|csrf|session_?id|(?:api|private|encryption|signing|auth|access|session)_?key|(?:verification|auth|reset|access|security|captcha)_?code)/i;

export const csWeakRandom: Rule = {
  id: 'cs-weak-random',
  cwe: 'CWE-330',
  severity: 'medium',
  title: 'Predictable secret',
  message:
    'A secret is created with System.Random: anyone who has seen a few values can predict the next ones.',
  help: 'Use RandomNumberGenerator.',
  category: 'random',
  labels: ['weak-random'],
  writes: [{ name: secret, when: isGuessable }],
  sinks: [
    { call: ['{AesGcm,AesCcm,ChaCha20Poly1305,HMACSHA256,HMACSHA384,HMACSHA512,SymmetricSecurityKey}'] },
    { call: ['*.{CreateEncryptor,CreateDecryptor}'], args: [0, 1] },
    { write: ['{Aes,AesManaged,AesCryptoServiceProvider,RijndaelManaged,SymmetricAlgorithm}.{Key,IV}'] },
    { returns: ({ name }) => secret.test((name ?? '').replace(/^(?:Generate|Create|New|Make|Get)/, '')) },
  ],
  positives: [
    method(
      '        var random = new Random();\n        byte[] bytes = new byte[16];\n        random.NextBytes(bytes);\n        var cipher = new AesGcm(bytes); // HERE',
    ),
    method(
      '        var random = new System.Random();\n        byte[] bytes = new byte[16];\n        random.NextBytes(bytes);\n        using Aes aes = Aes.Create();\n        aes.Key = bytes; // HERE',
    ),
    method('        var token = new Random().Next().ToString(); // HERE'),
    method(
      '        var random = new Random();\n        string resetCode = random.Next(100000, 999999).ToString(); // HERE',
    ),
    'class A\n{\n    string GeneratePassword()\n    {\n        return "p" + Random.Shared.Next(); // HERE\n    }\n}\n',
  ],
  negatives: [
    method('        var token = RandomNumberGenerator.GetHexString(32);'),
    method(
      '        byte[] bytes = new byte[16];\n        RandomNumberGenerator.Fill(bytes);\n        var cipher = new AesGcm(bytes);',
    ),
    method('        var delay = new Random().Next(100);'),
  ],
};
