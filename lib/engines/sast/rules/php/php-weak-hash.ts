import type { Call, Rule } from '@scangate/engines/sast/rule';
import { isChecksum } from '../checksum.ts';
import { constantText } from './conditions.ts';
import { script } from './samples.ts';

const weak = /^(?:md[245]|sha1?|ripemd(?:128|160)?|crc32b?|adler32)$/i;
const secret =
  /(?:\$|->|['"])(?:\w{1,20}_)?(?:user|my|new|old|admin|hash)?(?:password|passwd|pwd|pass|pin)\b(?!\()/i;

const names = (call: Call): string => call.written.map(({ at }) => at.text.slice(0, 200)).join(' ');

const usesWeak = ({ names: [name = ''], args: [algorithm] }: Call): boolean =>
  /^(?:md5|sha1)(?:_file)?$/.test(name) || weak.test(constantText(algorithm));

const functions = '{md5,sha1,md5_file,sha1_file,hash,hash_hmac,openssl_digest}';

export const phpWeakPasswordHash: Rule = {
  id: 'php-weak-password-hash',
  cwe: 'CWE-916',
  severity: 'medium',
  title: 'Password stored with a fast hash',
  message: 'MD5 and SHA are designed to be fast: anyone who gets the hashes can guess most passwords.',
  help: 'Use password_hash and password_verify.',
  calls: [
    {
      call: [functions],
      when: (call) =>
        secret.test(names(call)) &&
        (usesWeak(call) || /^sha(?:224|256|384|512)$/i.test(constantText(call.args[0]))) &&
        !call.names.includes('hash_hmac'),
    },
    {
      call: ['crypt'],
      when: ({ args: [, salt] }) =>
        salt === undefined || (/^(?:\$1\$|[^$]|$)/.test(constantText(salt)) && constantText(salt) !== ''),
    },
  ],
  positives: [
    script('$hash = md5($_POST["password"]); // HERE'),
    script('$user->password = sha1($salt . $password); // HERE'),
    script('$hash = hash("sha256", $password); // HERE'),
    '<?php\n$hash = crypt($_POST["password"]); // HERE\n',
  ],
  negatives: [
    script('$hash = password_hash($password, PASSWORD_DEFAULT);'),
    script('$key = md5($url);\n$m = hash_hmac("sha256", $password, $key);'),
  ],
};

export const phpWeakHash: Rule = {
  id: 'php-weak-hash',
  cwe: 'CWE-328',
  severity: 'low',
  confidence: 'low',
  title: 'Broken hash function',
  message: 'MD5 and SHA-1 are broken: collisions can be created.',
  help: 'Use hash("sha256", …) or better if collisions matter for security.',
  supersededBy: ['php-weak-password-hash'],
  calls: [{ call: [functions], when: (call) => usesWeak(call) && !isChecksum(call) }],
  positives: [
    script('$signature = md5($data . $key); // HERE'),
    script('$digest = hash("sha1", $data); // HERE'),
  ],
  negatives: [
    script('function etag($content) { return md5($content); }'),
    script('$digest = hash("sha256", $data);'),
    script('function cacheKey($url) { return md5($url); }'),
  ],
};
