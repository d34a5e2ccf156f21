import { assigned, isReference, isWholeValue, looksChosen, namesSecret } from '../assignment.ts';
import { form } from '../rule.ts';
import { base62, fake, leak } from '../sample.ts';

export const genericPassword = form({
  id: 'generic-password',
  title: 'Password assigned by name',
  kind: 'generic',
  keywords: ['password', 'passwd', 'passphrase', 'passwort', 'pwd', '_pass', 'dbpass', 'identified by '],
  anchor: 'behind-keyword',
  pattern: assigned,
  check: (secret, found) =>
    looksChosen(secret) && isWholeValue(found) && namesSecret(found) && !isReference(secret),
  positives: () => [
    leak`password = "${`Kq7!${fake(base62, 9)}`}"`,
    leak`"dbPassword": "${fake(base62, 16)}"`,
    leak`$mysql_pwd = '${fake(base62, 12)}';`,
    leak`connection.setPassword("${fake(base62, 14)}");`,
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
  ],
});
