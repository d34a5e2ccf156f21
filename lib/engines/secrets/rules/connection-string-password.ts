import { looksLikePassword } from '../likely-secret.ts';
import { patternRule } from '../rule.ts';
import { base62, fake, leak } from '../rule-example.ts';

const around = 300;
const others =
  /(?:^|[;,"'\s])(?:server|data source|host|hostname|addr|address|uid|user id|user|username|database|initial catalog|dbname|endpoint|ssl|abortconnect)[ ]?=/i;

export const connectionStringPassword = patternRule({
  id: 'connection-string-password',
  title: 'Password in a connection string',
  keywords: ['password=', 'pwd=', 'password ='],
  anchor: 'behind-keyword',
  pattern: /[ ]?(?<secret>[^;"'`\s<>{},&\\]{4,128})(?=[;,"'`\\])/,
  check: (secret, { text, keywordStart, end }) => {
    const before =
      text
        .slice(Math.max(0, keywordStart - around), keywordStart)
        .split('\n')
        .pop() ?? '';
    const after = text.slice(end, end + around).split('\n')[0] ?? '';
    const delimited = /[;,]\s?$/.test(before) || /^[;,]/.test(after);
    return delimited && others.test(before + after) && looksLikePassword(secret);
  },
  positives: () => [
    leak`"Default": "Server=sql.a1.dev;Database=app;User Id=app;Password=${fake(base62, 14)};Encrypt=true"`,
    leak`new SqlConnection(@"Data Source=sql.a1.dev;uid=app;pwd=${fake(base62, 12)}")`,
    leak`cache.a1.dev:6380,password=${fake(base62, 40)},ssl=True,abortConnect=False`,
  ],
  negatives: () => [
    '"Default": "Server=localhost;Database=app;User Id=sa;Password=P@ssw0rd;"',
    '"Default": "Server=sql.a1.dev;Database=app;User Id=sa;Password={password};"',
    `open("password=${fake(base62, 14)}")`,
  ],
});
