import { isReference } from '../likely-secret.ts';
import { isCredentialStore } from '../credential-files.ts';
import { patternRule } from '../rule.ts';
import { base62, base64, fake, leak } from '../rule-example.ts';

/** Passwords in the login files of programs are real, however weak. */
export const storedPassword = patternRule({
  id: 'stored-password',
  title: 'Password in a file that keeps logins',
  keywords: ['password', 'passphrase', 'passwd', 'pass', 'pwd'],
  anchor: 'behind-keyword',
  files: isCredentialStore,
  samplePath: 'deploy/.ftpconfig',
  pattern:
    /(?:(?: encoding="base64")?>|["']?[ \t]{0,4}[:=][ \t]{0,4}["']?|[ \t]{1,8}(?!encoding=)["']?)(?<secret>[^\s"'<>,]{3,400})/,
  check: (secret, { text, start }) =>
    !isReference(secret) &&
    !/^(?:true|false|null|none|0|1|your.{0,40}|change.?me|x{3,40}|\*{3,40})$/i.test(secret) &&
    text.charAt(start - 1) !== '$',
  positives: () => [
    leak`  "pass": "${fake(base62, 8)}",`,
    leak`<Pass encoding="base64">${fake(base64, 24)}</Pass>`,
    leak`password ${fake(base62, 7)}`,
  ],
  negatives: () => ['"promptForPass": false,', '"password": "",', '"password": "${SFTP_PASSWORD}"'],
});
