import { base62, fake } from '@scangate/engines/secrets/rule-example';
import type { EditCase, Tree } from './edit-case.ts';

const injection = (name = 'host', before = '') => `${before}const { exec } = require('child_process');
app.get('/ping', (req, res) => {
  const ${name} = req.query.host;
  exec('ping ' + ${name});
});
`;
const evaluation = (name: string) => `app.get('/run', (req, res) => eval(req.query.${name}));\n`;
const token = (number: number) => ['sk_', `live_${fake(base62, 24, number)}`].join('');
const settings = (number: number, name = 'key') => `const ${name} = '${token(number)}';\n`;

/** A lockfile of npm; a name that ends in `~` is needed for development only. */
const lock = (packages: Record<string, string>): string => {
  const names = (isDev: boolean) => Object.keys(packages).filter((name) => name.endsWith('~') === isDev);
  const bare = (name: string): string => name.replace('~', '');
  const group = (isDev: boolean) => Object.fromEntries(names(isDev).map((name) => [bare(name), '*']));
  const entries = Object.entries(packages).map(([name, version]) => [
    `node_modules/${bare(name)}`,
    {
      version,
      resolved: `https://registry.npmjs.org/${bare(name)}/-/${bare(name)}-${version}.tgz`,
      integrity: `sha512-${Buffer.alloc(64, name).toString('base64')}`,
      ...(name.endsWith('~') && { dev: true }),
    },
  ]);
  return JSON.stringify({
    name: 'app',
    lockfileVersion: 3,
    packages: {
      '': { dependencies: group(false), devDependencies: group(true) },
      ...Object.fromEntries(entries),
    },
  });
};
const vulnerable = { 'lodash-like': '1.0.0' };

const inFolder = (folder: string, tree: Tree): Tree =>
  Object.fromEntries(Object.entries(tree).map(([path, text]) => [`${folder}/${path}`, text]));

/** Edits of a commit, each with the pairing of findings that people expect. */
export const edits: EditCase[] = [
  {
    edit: 'lines above a finding',
    base: { 'a.js': injection() },
    head: { 'a.js': injection('host', '// one\n// two\nconst a = 1;\n') },
    unchanged: 1,
  },
  {
    edit: 'a renamed file',
    base: { 'a.js': injection(), 'b.js': settings(1) },
    head: { 'lib/a.js': injection(), 'lib/settings.js': settings(1) },
    unchanged: 2,
  },
  {
    edit: 'a renamed file whose lines moved',
    base: { 'a.js': injection() },
    head: { 'src/ping.js': injection('host', '// License\n\n') },
    unchanged: 1,
  },
  {
    edit: 'a renamed variable on a data flow',
    base: { 'a.js': injection('host') },
    head: { 'a.js': injection('address') },
    unchanged: 1,
  },
  {
    edit: 'other layout',
    base: { 'a.js': injection() },
    head: { 'a.js': injection().replace("'ping ' + host", "\n    'ping '  +  host\n  ") },
    unchanged: 1,
  },
  {
    edit: 'other quotes',
    base: { 'a.js': injection() },
    head: { 'a.js': injection().replaceAll("'", '"') },
    unchanged: 1,
  },
  {
    edit: 'another callback after a call',
    base: { 'a.js': injection().replace(' + host', ' + host, function(error) { stop(error); }') },
    head: { 'a.js': injection().replace(' + host', ' + host, (error, out) => res.send(out)') },
    unchanged: 1,
  },
  {
    edit: 'an additional copy of equal code',
    base: { 'a.js': evaluation('a') },
    head: { 'a.js': evaluation('a') + evaluation('a') },
    introduced: ['js-code-injection a.js'],
    unchanged: 1,
  },
  {
    edit: 'a new weakness before a similar old one',
    base: { 'a.js': evaluation('old') },
    head: { 'a.js': evaluation('new') + evaluation('old') },
    introduced: ['js-code-injection a.js'],
    unchanged: 1,
  },
  {
    edit: 'one of two equal weaknesses removed',
    base: { 'a.js': evaluation('a'), 'b.js': evaluation('a') },
    head: { 'a.js': evaluation('a'), 'b.js': '' },
    fixed: ['js-code-injection b.js'],
    unchanged: 1,
  },
  {
    edit: 'the name beside a secret',
    base: { 'a.js': settings(1) },
    head: { 'a.js': settings(1, 'stripeKey') },
    unchanged: 1,
  },
  {
    edit: 'another secret in the place of one',
    base: { 'a.js': settings(1) },
    head: { 'a.js': settings(2) },
    introduced: ['stripe-key a.js'],
    fixed: ['stripe-key a.js'],
    unchanged: 0,
  },
  {
    edit: 'a copy of a secret in another file',
    base: { 'a.js': settings(1) },
    head: { 'a.js': settings(1), 'b.js': settings(1) },
    introduced: ['stripe-key b.js'],
    unchanged: 1,
  },
  {
    edit: 'a moved unit',
    base: inFolder('api', {
      'package-lock.json': lock(vulnerable),
      'a.js': injection(),
      'b.js': settings(1),
    }),
    head: inFolder('services/api', {
      'package-lock.json': lock(vulnerable),
      'a.js': injection(),
      'b.js': settings(1),
    }),
    unchanged: 3,
  },
  {
    edit: 'a file that moved into another unit',
    base: {
      ...inFolder('api', { 'package-lock.json': lock({ clean: '1.0.0' }), 'a.js': injection() }),
      ...inFolder('web', { 'package-lock.json': lock({ clean: '1.0.0' }) }),
    },
    head: {
      ...inFolder('api', { 'package-lock.json': lock({ clean: '1.0.0' }) }),
      ...inFolder('web', { 'package-lock.json': lock({ clean: '1.0.0' }), 'a.js': injection() }),
    },
    unchanged: 1,
  },
  {
    edit: 'a version bump that keeps the vulnerability',
    base: { 'package-lock.json': lock(vulnerable) },
    head: { 'package-lock.json': lock({ 'lodash-like': '1.1.0' }) },
    unchanged: 1,
  },
  {
    edit: 'a version bump that fixes the vulnerability',
    base: { 'package-lock.json': lock(vulnerable) },
    head: { 'package-lock.json': lock({ 'lodash-like': '2.0.0' }) },
    fixed: ['CVE-2026-0001 package-lock.json'],
    unchanged: 0,
  },
  {
    edit: 'a second package with the same vulnerability',
    base: { 'package-lock.json': lock(vulnerable) },
    head: { 'package-lock.json': lock({ ...vulnerable, 'lodash-fork': '1.0.0' }) },
    introduced: ['GHSA-2222-3333-4444 package-lock.json'],
    unchanged: 1,
  },
  {
    edit: 'a vulnerable package that moves from development to production',
    base: { 'package-lock.json': lock({ 'lodash-like~': '1.0.0' }) },
    head: { 'package-lock.json': lock(vulnerable) },
    introduced: ['CVE-2026-0001 package-lock.json'],
    unchanged: 0,
  },
  {
    edit: 'a vulnerable package that moves from production to development',
    base: { 'package-lock.json': lock(vulnerable) },
    head: { 'package-lock.json': lock({ 'lodash-like~': '1.0.0' }) },
    fixed: ['CVE-2026-0001 package-lock.json'],
    unchanged: 0,
  },
  {
    edit: 'the vulnerable package in one more unit',
    base: inFolder('api', { 'package-lock.json': lock(vulnerable) }),
    head: {
      ...inFolder('api', { 'package-lock.json': lock(vulnerable) }),
      ...inFolder('web', { 'package-lock.json': lock(vulnerable) }),
    },
    introduced: ['CVE-2026-0001 package-lock.json'],
    unchanged: 1,
  },
];
