import type { Rule } from '@scangate/engines/sast/rule';
import { deepTaints, type Value } from '@scangate/engines/sast/taint/value';
import { script } from './samples.ts';

const isGuessable = (value: Value): boolean =>
  deepTaints(value).some(({ origin }) => origin.label === 'weak-random');

const secret =
  /(?:^|[a-z_$])(?:token|secret|passw\w{0,5}|nonce|salt|otp|csrf|apikey|api_key)$|(?:verification|auth|reset|access|security|captcha|activation)_?(?:code|token|key)/i;

export const phpWeakRandom: Rule = {
  id: 'php-weak-random',
  cwe: 'CWE-330',
  severity: 'medium',
  title: 'Predictable secret',
  message:
    'A secret is created with rand, mt_rand or uniqid: anyone who has seen a few values can predict the next ones.',
  help: 'Use random_bytes, random_int or Str::random.',
  category: 'random',
  labels: ['weak-random'],
  writes: [{ name: secret, when: isGuessable }],
  positives: [
    script('$token = mt_rand(); // HERE'),
    script('$reset_code = rand(1000, 9999); // HERE'),
    script(
      '$password = "";\nfor ($i = 0; $i < 8; $i++) {\n  $password .= $chars[mt_rand(0, 61)]; // HERE\n}',
    ),
    script('$user->csrf_token = uniqid(); // HERE'),
  ],
  negatives: [
    script('$token = bin2hex(random_bytes(16));'),
    script('$delay = rand(1, 10);\n$index = mt_rand(0, count($items));'),
    script('$token = random_int(1000, 9999);'),
  ],
};

/** More bytes than a number can hold exactly. */
const long =
  /^(?:(?:md5|sha1|hash|hash_hmac)\(|bin2hex\(\s?(?:\\?(?:hash|random_bytes|openssl_random_pseudo_bytes)\(|\$\w{0,40}(?:bytes|random)\b))/i;
const short = /(?:random_bytes|pseudo_bytes)\(\s?[1-7]\s?\)/;

export const phpShortenedSecret: Rule = {
  id: 'php-shortened-secret',
  cwe: 'CWE-331',
  severity: 'low',
  title: 'base_convert truncates random text',
  message:
    'base_convert uses numbers of about 16 digits: only those remain of a hash or of random bytes, so the rest can be guessed.',
  help: 'Encode the bytes with bin2hex or base64_encode.',
  calls: [
    {
      call: ['base_convert'],
      when: ({ written: [from] }) => {
        const text = from?.at.text.slice(0, 300) ?? '';
        return long.test(text) && !short.test(text);
      },
    },
  ],
  positives: [
    script('$token = base_convert(bin2hex(random_bytes(20)), 16, 36); // HERE'),
    script('$token = base_convert(sha1($text), 16, 36); // HERE'),
  ],
  negatives: [
    script('$token = base_convert(bin2hex(random_bytes(7)), 16, 36);\n$n = base_convert($row, 10, 36);'),
    script('$bits = base_convert(bin2hex(fread($file, 1)), 16, 2);'),
  ],
};
