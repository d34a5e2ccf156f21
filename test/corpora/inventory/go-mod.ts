import type { InventoryCase } from './inventory-case.ts';

const go = (
  name: string,
  mod: string,
  expected: string[],
  more: Record<string, string> = {},
): InventoryCase => ({
  name,
  unitType: 'go',
  files: { 'go.mod': `module example.com/app\n\n${mod}`, ...more },
  expected: expected.map((line) => `pkg:golang/${line}`),
});

export const cases: InventoryCase[] = [
  go('one requirement on a line', 'require github.com/pkg/errors v0.9.1\n', [
    'github.com/pkg/errors@v0.9.1 required direct',
  ]),
  go(
    'a block; `// indirect` is transitive',
    'require (\n\tgolang.org/x/text v0.3.7 // indirect\n\tgithub.com/a/b v1.0.0\n)\n',
    ['github.com/a/b@v1.0.0 required direct', 'golang.org/x/text@v0.3.7 required transitive'],
  ),
  go(
    'two blocks, direct and indirect',
    'require (\n\tgithub.com/a/b v1.0.0\n)\n\nrequire (\n\tgithub.com/c/d v1.2.3 // indirect\n)\n',
    ['github.com/a/b@v1.0.0 required direct', 'github.com/c/d@v1.2.3 required transitive'],
  ),
  go('a pseudo-version', 'require golang.org/x/crypto v0.0.0-20190308221718-c2843e01d9a2\n', [
    'golang.org/x/crypto@v0.0.0-20190308221718-c2843e01d9a2 required direct',
  ]),
  go('a major version in the path', 'require github.com/go-chi/chi/v5 v5.0.10\n', [
    'github.com/go-chi/chi/v5@v5.0.10 required direct',
  ]),
  go('a path in quotes', 'require "github.com/a/b" v1.0.0\n', ['github.com/a/b@v1.0.0 required direct']),
  go(
    'comments and empty lines',
    '// of the app\n\nrequire ( // these\n\n\t// first\n\tgithub.com/a/b v1.0.0 // why\n)\n',
    ['github.com/a/b@v1.0.0 required direct'],
  ),
  go(
    'replaced by another module',
    'require github.com/a/b v1.0.0\n\nreplace github.com/a/b => github.com/fork/b v1.0.1\n',
    ['github.com/fork/b@v1.0.1 required direct'],
  ),
  go(
    'replaced in one version only, which is not the required one',
    'require github.com/a/b v1.0.0\n\nreplace github.com/a/b v0.9.0 => github.com/fork/b v1.0.1\n',
    ['github.com/a/b@v1.0.0 required direct'],
  ),
  go(
    'excluded versions and retractions are not components',
    'require github.com/a/b v1.1.0\n\nexclude github.com/a/b v1.0.0\n\nretract v0.0.1\n',
    ['github.com/a/b@v1.1.0 required direct'],
  ),
  go('no requirement at all', '', []),
  go(
    'the standard library, by the directive of its version',
    'go 1.21.3\n\nrequire github.com/a/b v1.0.0\n',
    ['github.com/a/b@v1.0.0 required direct', 'stdlib@1.21.3 required direct'],
  ),
];
