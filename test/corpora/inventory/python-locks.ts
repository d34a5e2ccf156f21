import type { InventoryCase } from './inventory-case.ts';

const python = (name: string, files: Record<string, string>, expected: string[]): InventoryCase => ({
  name,
  unitType: 'pypi',
  files,
  expected: expected.map((line) => (line.startsWith('local:') ? line : `pkg:pypi/${line}`)),
});
const locked = (entries: string[]): string => `${packagesOf(entries)}\n[metadata]\nlock-version = "2.0"\n`;
const packagesOf = (entries: string[]): string =>
  entries
    .map((entry) => {
      const [name, version, ...more] = entry.split(' ');
      return `[[package]]\nname = "${name}"\nversion = "${version}"\n${more.join(' ')}\n`;
    })
    .join('\n');
const pipfile = (main: object, develop: object): string =>
  JSON.stringify({ _meta: { hash: {}, 'pipfile-spec': 6 }, default: main, develop });

export const cases: InventoryCase[] = [
  python(
    'poetry: direct by pyproject.toml, the rest transitive',
    {
      'pyproject.toml':
        '[tool.poetry]\nname = "app"\n[tool.poetry.dependencies]\npython = "^3.11"\na = "^1.0"\n',
      'poetry.lock': `${locked(['a 1.0.0', 'b 2.0.0'])}`.replace(
        'name = "a"\nversion = "1.0.0"\n',
        'name = "a"\nversion = "1.0.0"\n[package.dependencies]\nb = "*"\n',
      ),
    },
    ['a@1.0.0 required direct', 'b@2.0.0 required transitive'],
  ),
  python(
    'poetry: a group for development',
    {
      'pyproject.toml':
        '[tool.poetry]\nname = "app"\n[tool.poetry.dependencies]\npython = "^3.11"\n[tool.poetry.group.dev.dependencies]\na = "^1.0"\n',
      'poetry.lock': locked(['a 1.0.0']),
    },
    ['a@1.0.0 dev direct'],
  ),
  python(
    'poetry: names are normalized',
    {
      'pyproject.toml': '[tool.poetry]\nname = "app"\n[tool.poetry.dependencies]\nPy_YAML = "*"\n',
      'poetry.lock': locked(['Py_YAML 6.0']),
    },
    ['py-yaml@6.0 required direct'],
  ),
  python(
    'uv: the package itself, and its dependencies',
    {
      'uv.lock':
        'version = 1\n\n[[package]]\nname = "app"\nversion = "0.1.0"\nsource = { virtual = "." }\ndependencies = [{ name = "a" }]\n\n[[package]]\nname = "a"\nversion = "1.0.0"\nsource = { registry = "https://pypi.org/simple" }\ndependencies = [{ name = "b" }]\n\n[[package]]\nname = "b"\nversion = "2.0.0"\nsource = { registry = "https://pypi.org/simple" }\n',
    },
    ['a@1.0.0 required direct', 'b@2.0.0 required transitive'],
  ),
  python(
    'uv: a group for development',
    {
      'uv.lock':
        'version = 1\n\n[[package]]\nname = "app"\nversion = "0.1.0"\nsource = { virtual = "." }\n\n[package.dev-dependencies]\ndev = [{ name = "a" }]\n\n[[package]]\nname = "a"\nversion = "1.0.0"\nsource = { registry = "https://pypi.org/simple" }\n',
    },
    ['a@1.0.0 dev direct'],
  ),
  python(
    'Pipfile.lock: both sections',
    {
      Pipfile: '[packages]\na = "*"\n\n[dev-packages]\nb = "*"\n',
      'Pipfile.lock': pipfile({ a: { version: '==1.0' } }, { b: { version: '==2.0' } }),
    },
    ['a@1.0 required direct', 'b@2.0 dev direct'],
  ),
  python(
    'Pipfile.lock: packages that the Pipfile does not name are transitive',
    {
      Pipfile: '[packages]\na = "*"\n',
      'Pipfile.lock': pipfile({ a: { version: '==1.0' }, c: { version: '==3.0' } }, {}),
    },
    ['a@1.0 required direct', 'c@3.0 required transitive'],
  ),
];
