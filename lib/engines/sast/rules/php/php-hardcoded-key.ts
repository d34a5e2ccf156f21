import type { Rule } from '@scangate/engines/sast/rule';
import type { Value } from '@scangate/engines/sast/taint/value';
import { action, script } from './samples.ts';

const isKey = (value: Value | undefined): boolean =>
  typeof value?.constant === 'string' && value.constant.length >= 4;

export const phpHardcodedKey: Rule = {
  id: 'php-hardcoded-key',
  cwe: 'CWE-798',
  severity: 'medium',
  title: 'Key in the source code',
  message: 'Everyone who can read the code knows the key or password.',
  help: 'Read it from the environment or a secret store.',
  calls: [
    { call: ['{openssl_encrypt,openssl_decrypt,hash_hmac}'], when: ({ args: [, , key] }) => isKey(key) },
    {
      call: ['{JWT,*.JWT}.{encode,decode}', '{Key,*.JWT.Key}'],
      when: ({ args, names: [name = ''] }) => isKey(args[name.endsWith('Key') ? 0 : 1]),
    },
    {
      call: ['{mysqli_connect,mysqli,mysql_connect,PDO}'],
      when: ({ args: [, , password] }) => isKey(password),
    },
    { call: ['ldap_bind'], when: ({ args: [, , password] }) => isKey(password) },
  ],
  positives: [
    script('$c = openssl_encrypt($d, "aes-256-gcm", "0123456789abcdef", 0, $iv, $tag); // HERE'),
    script('$db = new PDO($dsn, "app", "hunter22"); // HERE'),
    action(
      '        return JWT::encode($payload, "my-key-of-tokens", "HS256"); // HERE',
      'use Firebase\\JWT\\JWT;',
    ),
    '<?php\n$c = ldap_bind($d, "aes-256-gcm", "0123456789abcdef", 0, $iv, $tag); // HERE\n',
  ],
  negatives: [
    script('$c = openssl_encrypt($d, "aes-256-gcm", getenv("KEY"), 0, $iv, $tag);'),
    script('$db = new PDO($dsn, "app", $_ENV["DB_PASSWORD"]);\nnew PDO($dsn, "root", "");'),
    action('        return JWT::encode($payload, config("app.key"), "HS256");', 'use Firebase\\JWT\\JWT;'),
  ],
};
