import { base62, fake } from '@scangate/engines/secrets/rule-example';
import { file, plant, type SecretCase } from './secret-case.ts';

/** Cases that are known to be hard: weak values that samples use as well, and values without a name. */
export const cases: SecretCase[] = [
  file('generic', 'hard/.env')`FTP_PASSWORD=${plant('generic-password', 'hunter22')}
`,
  file('generic', 'hard/config.php')`$dbpasswd = '${plant('generic-password', 'pass123')}';
`,
  file(
    'generic',
    'hard/args.ts',
  )`connect('db.a1.dev', 'app', '${plant('generic-password', fake(base62, 18, 50))}');
`,
  file(
    'generic',
    'hard/notes.txt',
  )`the staging password is ${plant('generic-password', `${fake(base62, 14, 51)}!`)}
`,
  file(
    'urls',
    'hard/url.yml',
  )`uri: mongodb://testuser:${plant('url-credentials', 'testpass')}@ds0.a1.dev:48537/main
`,
  file(
    'generic',
    'hard/joined.js',
  )`const key = '${plant('generic-key', fake(base62, 16, 52))}' + '${fake(base62, 16, 53)}';
`,
];
