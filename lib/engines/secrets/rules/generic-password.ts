import {
  assignmentPattern,
  isCompleteValue,
  namesSecret,
  withoutTrailingPunctuation,
} from '../assignment.ts';
import { looksLikePassword } from '../likely-secret.ts';
import { patternRule, type RuleMatch } from '../rule.ts';
import { base62, fake, leak } from '../rule-example.ts';

/** `pass` alone is a password only as a whole word of a name: in `dbPass`, not in `passed` or `bypass`. */
const namesPassword = ({ text, keywordStart, groups }: RuleMatch): boolean => {
  if (!/^pass(?!word|wd|phrase|wort)/i.test(text.slice(keywordStart, keywordStart + 10))) return true;
  const before = text.slice(Math.max(0, keywordStart - 8), keywordStart + 1);
  if (/(?:first|second|third|last|next|single|multi|two|render|filter|shader)_?p$/i.test(before))
    return false;
  return (
    /^\d{0,3}$/.test(groups['tail'] ?? '') &&
    /(?:^.|[^A-Za-z].|[a-z]P|(?:db|user|smtp|root|admin|ftp|mail|ssh|sql)p|(?:DB|USER|SMTP|ROOT|ADMIN|FTP|MAIL|SSH|SQL)P)$/.test(
      before,
    )
  );
};

export const genericPassword = patternRule({
  id: 'generic-password',
  title: 'Password assigned by name',
  kind: 'generic',
  keywords: ['password', 'passwd', 'passphrase', 'passwort', 'pwd', 'pass', 'identified by '],
  anchor: 'behind-keyword',
  pattern: assignmentPattern,
  refine: withoutTrailingPunctuation,
  check: (secret, found) =>
    looksLikePassword(secret) && namesPassword(found) && isCompleteValue(found) && namesSecret(found),
  positives: () => [
    leak`password = "${`Kq7!${fake(base62, 9)}`}"`,
    leak`"dbPassword": "${fake(base62, 16)}"`,
    leak`$mysql_pwd = '${fake(base62, 12)}';`,
    leak`connection.setPassword("${fake(base62, 14)}");`,
    leak`"pass": "${fake(base62, 15)}"`,
    leak`<Pass>${fake(base62, 13)}</Pass>`,
    leak`<add key="ClearTextPassword" value="${fake(base62, 17)}" />`,
  ],
  negatives: () => [
    'password = "changeme"',
    'password: "P@ssw0rd123"',
    'password = os.environ["DB_PASSWORD_2"]',
    "passwordLabel: 'Password (8+ characters)'",
    'PASSWORD=${DB_PASSWORD:-x1y2z3}',
    'password: "{{ vault_db_password_2 }}"',
    'password_hash = "$2b$12$abcdefghijklmnopqrstuv"',
    "if (password === 'hunter2hunter2') {",
    `bypass = "${fake(base62, 15)}"`,
    `passed: "${fake(base62, 15)}"`,
    'var scaleFirstPass = "vpp=format=bgra:afbc=1";',
    'const unlockWithPassword = "pm-23246-unlock-with-password-v2";',
    'SET cg.HidePasswords = g.HidePasswords,',
    'java -Dproxy.pass= -Dproxy.nonProxyHosts=<hosts>',
    '"PasswordLastUsed": "2016-09-08T21:47:36Z"',
    `userpasswd := "ada:$2y$05$${fake(base62, 53)}"`,
  ],
});
