import type { InventoryCase } from './inventory-case.ts';

const unitType = 'composer';

type Entry = Record<string, unknown>;

const entry = (nameAndVersion: string, more: Entry = {}): Entry => {
  const [name, version] = nameAndVersion.split(' ');
  return { name, version, ...more };
};

const lock = (packages: Entry[], dev: Entry[] = []): string =>
  JSON.stringify({ 'content-hash': 'x', packages, 'packages-dev': dev, aliases: [] });

const manifest = (required: string[], dev: string[] = [], more: Entry = {}): string => {
  const any = (names: string[]): Entry => Object.fromEntries(names.map((name) => [name, '*']));
  return JSON.stringify({ require: any(required), 'require-dev': any(dev), ...more });
};

export const cases: InventoryCase[] = [
  {
    name: 'direct and transitive, for production and development',
    unitType,
    files: {
      'composer.json': manifest(['php', 'ext-json', 'monolog/monolog'], ['phpunit/phpunit']),
      'composer.lock': lock(
        [
          entry('monolog/monolog 3.5.0', { require: { php: '>=8.1', 'psr/log': '^3' } }),
          entry('psr/log 3.0.0'),
        ],
        [
          entry('phpunit/phpunit 10.5.0', { require: { 'phar-io/manifest': '^2' } }),
          entry('phar-io/manifest 2.0.3'),
        ],
      ),
    },
    expected: [
      'pkg:composer/monolog/monolog@3.5.0 required direct',
      'pkg:composer/phar-io/manifest@2.0.3 dev transitive',
      'pkg:composer/phpunit/phpunit@10.5.0 dev direct',
      'pkg:composer/psr/log@3.0.0 required transitive',
    ],
  },
  {
    name: 'without composer.json packages without dependents are direct',
    unitType,
    files: {
      'composer.lock': lock(
        [entry('a/a v1.0.0', { require: { 'a/b': '*' } }), entry('a/b v2.0.0')],
        [entry('a/c v3.0.0')],
      ),
    },
    expected: [
      'pkg:composer/a/a@v1.0.0 required direct',
      'pkg:composer/a/b@v2.0.0 required transitive',
      'pkg:composer/a/c@v3.0.0 dev direct',
    ],
  },
  {
    name: 'names are compared without regard to case',
    unitType,
    files: {
      'composer.json': manifest(['Doctrine/DBAL']),
      'composer.lock': lock([
        entry('doctrine/dbal 3.8.0', { require: { 'PSR/Cache': '*' } }),
        entry('Psr/Cache 3.0.0'),
      ]),
    },
    expected: [
      'pkg:composer/doctrine/dbal@3.8.0 required direct',
      'pkg:composer/psr/cache@3.0.0 required transitive',
    ],
  },
  {
    name: 'branches',
    unitType,
    files: {
      'composer.json': manifest(['a/a', 'a/b']),
      'composer.lock': lock([
        entry('a/a dev-main', { source: { type: 'git', url: 'https://example.com/a.git', reference: 'ab' } }),
        entry('a/b 2.x-dev'),
      ]),
    },
    expected: ['pkg:composer/a/a@dev-main required direct', 'pkg:composer/a/b@2.x-dev required direct'],
  },
  {
    name: 'a branch with a slash',
    unitType,
    files: { 'composer.lock': lock([entry('a/a dev-feature/x')]) },
    expected: ['pkg:composer/a/a@dev-feature%2Fx required direct'],
  },
  {
    name: 'path repositories inside and outside of the repository',
    unitType,
    files: {
      'composer.json': manifest(['a/in', 'a/out']),
      'composer.lock': lock([
        entry('a/in dev-main', { dist: { type: 'path', url: 'packages/in', reference: 'x' } }),
        entry('a/out 1.0.0', { dist: { type: 'path', url: '../out', reference: 'x' } }),
      ]),
    },
    expected: ['local:a/in@dev-main required direct', 'local:a/out@1.0.0 required direct'],
  },
  {
    name: 'a package that replaces another is found by the other’s name',
    unitType,
    files: {
      'composer.json': manifest(['laravel/framework', 'illuminate/support']),
      'composer.lock': lock([
        entry('laravel/framework v11.0.0', {
          replace: { 'illuminate/support': 'self.version' },
          require: { 'a/b': '*' },
        }),
        entry('a/b 1.0.0', { require: { 'illuminate/support': '*' } }),
      ]),
    },
    expected: [
      'pkg:composer/a/b@1.0.0 required transitive',
      'pkg:composer/laravel/framework@v11.0.0 required direct',
    ],
  },
  {
    name: 'provided packages',
    unitType,
    files: {
      'composer.json': manifest(['a/client']),
      'composer.lock': lock([
        entry('a/client 1.0.0', { require: { 'psr/http-client-implementation': '*' } }),
        entry('a/curl 1.0.0', { provide: { 'psr/http-client-implementation': '1.0' } }),
      ]),
    },
    expected: [
      'pkg:composer/a/client@1.0.0 required direct',
      'pkg:composer/a/curl@1.0.0 required transitive',
    ],
  },
  {
    name: 'packages that the project itself replaces are not missing',
    unitType,
    files: {
      'composer.json': manifest(['a/a'], [], { replace: { 'symfony/polyfill-php80': '*' } }),
      'composer.lock': lock([
        entry('a/a 1.0.0', { require: { 'symfony/polyfill-php80': '*', 'composer-runtime-api': '^2' } }),
      ]),
    },
    expected: ['pkg:composer/a/a@1.0.0 required direct'],
  },
  {
    name: 'needed by both production and development',
    unitType,
    files: {
      'composer.json': manifest(['a/a'], ['a/c']),
      'composer.lock': lock(
        [entry('a/a 1.0.0', { require: { 'a/b': '*' } }), entry('a/b 1.0.0')],
        [entry('a/c 1.0.0', { require: { 'a/b': '*' } })],
      ),
    },
    expected: [
      'pkg:composer/a/a@1.0.0 required direct',
      'pkg:composer/a/b@1.0.0 required transitive',
      'pkg:composer/a/c@1.0.0 dev direct',
    ],
  },
  {
    name: 'packages that depend on each other',
    unitType,
    files: {
      'composer.json': manifest(['a/a']),
      'composer.lock': lock([
        entry('a/a 1.0.0', { require: { 'a/b': '*' } }),
        entry('a/b 1.0.0', { require: { 'a/a': '*' } }),
      ]),
    },
    expected: ['pkg:composer/a/a@1.0.0 required direct', 'pkg:composer/a/b@1.0.0 required transitive'],
  },
  {
    name: 'packages-dev may be null, a package without a vendor is a package',
    unitType,
    files: { 'composer.lock': '{"packages": [{"name": "old", "version": "1.0"}], "packages-dev": null}' },
    expected: ['pkg:composer/old@1.0 required direct'],
  },
];
