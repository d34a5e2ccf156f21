import { looksLikePassword } from '../likely-secret.ts';
import { patternRule } from '../rule.ts';
import { base62, fake, leak } from '../rule-example.ts';

const longestCommand = 400;
/** Programs whose option `-p`, directly followed by a value, is a password. */
const takesPassword =
  /(?:^|[\s("'`/])(?:mysql(?:dump|admin|import|show|check|pump|sh)?|mariadb(?:-dump|-admin)?|(?<apart>sshpass))\s/;

export const commandLinePassword = patternRule({
  id: 'command-line-password',
  title: 'Password on a command line',
  kind: 'generic',
  keywords: [' -p'],
  anchor: 'behind-keyword',
  pattern: /(?:[ =]["']?|["'])?(?<secret>[^\s"'`$<>|;&]{3,128})/,
  check: (secret, { text, keywordStart, start }) => {
    const before = text.slice(Math.max(0, keywordStart - longestCommand), keywordStart + 1);
    const command =
      before
        .replaceAll(/\\\r?\n/g, ' ')
        .split(/[\n;|&]/)
        .at(-1) ?? '';
    const program = takesPassword.exec(command);
    // `mysql -p name` asks for the password and opens the database `name`; `sshpass -p value` takes a value.
    const isApart = /\s/.test(text.slice(keywordStart + 1, start));
    const isPassword = program !== null && (!isApart || program.groups?.['apart'] !== undefined);
    return isPassword && looksLikePassword(secret);
  },
  positives: () => [
    leak`mysql -u root -p${fake(base62, 14)} shop < dump.sql`,
    leak`mysqldump --user=app -p${fake(base62, 16, 2)} shop | gzip`,
    leak`RUN sshpass -p ${fake(base62, 14, 3)} ssh deploy@a1.dev`,
    leak`sshpass -p'${fake(base62, 14, 4)}' scp a b`,
    leak`/usr/bin/mysql \\\n  -h db \\\n  -p"${fake(base62, 14, 5)}"`,
  ],
  negatives: () => [
    'mysql -u root -p shop',
    'mysql -u root -ppassword shop',
    'mysql -u root -p"$MYSQL_PASSWORD" shop',
    `mkdir -p ${fake(base62, 14)}`,
    `docker run -p ${fake(base62, 14)} image`,
    'sshpass -p ${PASSWORD} ssh deploy@a1.dev',
  ],
});
