import type { InventoryCase } from './inventory-case.ts';

const unitType = 'pypi';

const metadata = (groups: string[]): string =>
  `[metadata]\ngroups = ${JSON.stringify(groups)}\nstrategy = ["inherit_metadata"]\nlock_version = "4.5.0"\ncontent_hash = "sha256:x"\n`;

const entry = (nameAndVersion: string, more = ''): string => {
  const [name, version] = nameAndVersion.split(' ');
  return `\n[[package]]\nname = "${name}"\nversion = "${version}"\nsummary = ""\n${more}\n`;
};

const groups = (...names: string[]): string => `groups = ${JSON.stringify(names)}`;
const needs = (...texts: string[]): string => `dependencies = ${JSON.stringify(texts)}`;

export const cases: InventoryCase[] = [
  {
    name: 'groups determine the scope, pyproject.toml what is direct',
    unitType,
    files: {
      'pyproject.toml':
        '[project]\nname = "app"\ndependencies = ["requests>=2"]\n[project.optional-dependencies]\ns3 = ["boto3"]\n[dependency-groups]\ntest = ["pytest"]\n',
      'pdm.lock':
        metadata(['default', 's3', 'test']) +
        entry('requests 2.31.0', `${groups('default')}\n${needs('idna<4,>=2.5')}`) +
        entry('idna 3.6', groups('default', 'test')) +
        entry('boto3 1.34.0', `${groups('s3')}\n${needs('jmespath')}`) +
        entry('jmespath 1.0.1', groups('s3')) +
        entry('pytest 8.0.0', `${groups('test')}\n${needs('pluggy')}`) +
        entry('pluggy 1.4.0', groups('test')),
    },
    expected: [
      'pkg:pypi/boto3@1.34.0 optional direct',
      'pkg:pypi/idna@3.6 required transitive',
      'pkg:pypi/jmespath@1.0.1 optional transitive',
      'pkg:pypi/pluggy@1.4.0 dev transitive',
      'pkg:pypi/pytest@8.0.0 dev direct',
      'pkg:pypi/requests@2.31.0 required direct',
    ],
  },
  {
    name: 'PDM’s own table of dependencies for development',
    unitType,
    files: {
      'pyproject.toml':
        '[project]\ndependencies = []\n[tool.pdm.dev-dependencies]\nlint = ["ruff>=0.3", "-e file:///${PROJECT_ROOT}/x#egg=x"]\n',
      'pdm.lock': metadata(['default', 'lint']) + entry('ruff 0.3.0', groups('lint')),
    },
    expected: ['pkg:pypi/ruff@0.3.0 dev direct'],
  },
  {
    name: 'before groups were stated: the dependents determine the scope',
    unitType,
    files: {
      'pyproject.toml': '[project]\ndependencies = ["a"]\n[tool.pdm.dev-dependencies]\ntest = ["c"]\n',
      'pdm.lock':
        entry('a 1.0', needs('b')) +
        entry('b 1.0') +
        entry('c 1.0', needs('d')) +
        entry('d 1.0') +
        `\n[metadata]\nlock_version = "3.1"\n\n[metadata.files]\n"a 1.0" = [{file = "a.whl", hash = "sha256:${'ab'.repeat(32)}"}]\n`,
    },
    expected: [
      'pkg:pypi/a@1.0 required direct',
      'pkg:pypi/b@1.0 required transitive',
      'pkg:pypi/c@1.0 dev direct',
      'pkg:pypi/d@1.0 dev transitive',
    ],
  },
  {
    name: 'without pyproject.toml what nothing needs is direct; other groups may be extras',
    unitType,
    files: {
      'pdm.lock':
        metadata(['default', 'x']) +
        entry('a 1.0', `${groups('default')}\n${needs('b')}`) +
        entry('b 1.0', groups('default')) +
        entry('c 1.0', groups('x')),
    },
    expected: [
      'pkg:pypi/a@1.0 required direct',
      'pkg:pypi/b@1.0 required transitive',
      'pkg:pypi/c@1.0 optional direct',
    ],
  },
  {
    name: 'a package with an extra is one package',
    unitType,
    files: {
      'pyproject.toml': '[project]\ndependencies = ["coverage[toml]"]\n',
      'pdm.lock':
        metadata(['default']) +
        entry('coverage 7.4.0', groups('default')) +
        entry(
          'coverage 7.4.0',
          `extras = ["toml"]\n${groups('default')}\n${needs('coverage==7.4.0', 'tomli; python_full_version <= "3.11.0a6"')}`,
        ) +
        entry('tomli 2.0.1', groups('default')),
    },
    expected: ['pkg:pypi/coverage@7.4.0 required direct', 'pkg:pypi/tomli@2.0.1 required transitive'],
  },
  {
    name: 'versions for different markers',
    unitType,
    files: {
      'pyproject.toml': '[project]\ndependencies = ["numpy"]\n',
      'pdm.lock':
        metadata(['default']) +
        entry('numpy 1.24.4', `${groups('default')}\nmarker = "python_version < '3.9'"`) +
        entry('numpy 1.26.4', `${groups('default')}\nmarker = "python_version >= '3.9'"`),
    },
    expected: ['pkg:pypi/numpy@1.24.4 required direct', 'pkg:pypi/numpy@1.26.4 required direct'],
  },
  {
    name: 'git, a URL, and paths',
    unitType,
    files: {
      'pyproject.toml': '[project]\ndependencies = ["a", "b", "c", "d"]\n',
      'pdm.lock':
        metadata(['default']) +
        entry(
          'a 1.0',
          `git = "https://example.com/x/a.git"\nref = "main"\nrevision = "${'ab'.repeat(20)}"\n${groups('default')}`,
        ) +
        entry('b 1.0', `url = "https://example.com/b-1.0.tar.gz"\n${groups('default')}`) +
        entry('c 1.0', `path = "./c"\neditable = true\n${groups('default')}`) +
        entry('d 1.0', `url = "file:///\${PROJECT_ROOT}/d.whl"\n${groups('default')}`),
    },
    expected: [
      'local:c@1.0 required direct',
      'local:d@1.0 required direct',
      `pkg:pypi/a@1.0?vcs_url=git%2Bhttps:%2F%2Fexample.com%2Fx%2Fa.git%40${'ab'.repeat(20)} required direct`,
      'pkg:pypi/b@1.0?download_url=https:%2F%2Fexample.com%2Fb-1.0.tar.gz required direct',
    ],
  },
  {
    name: 'names are compared in normalized form',
    unitType,
    files: {
      'pyproject.toml': '[project]\ndependencies = ["Typing_Extensions", "zope.interface"]\n',
      'pdm.lock':
        metadata(['default']) +
        entry('typing-extensions 4.9.0', groups('default')) +
        entry('zope.interface 6.2', `${groups('default')}\n${needs('Setuptools')}`) +
        entry('setuptools 69.0.3', groups('default')),
    },
    expected: [
      'pkg:pypi/setuptools@69.0.3 required transitive',
      'pkg:pypi/typing-extensions@4.9.0 required direct',
      'pkg:pypi/zope-interface@6.2 required direct',
    ],
  },
  {
    name: 'packages that depend on each other',
    unitType,
    files: {
      'pyproject.toml': '[project]\ndependencies = ["a"]\n',
      'pdm.lock': metadata(['default']) + entry('a 1.0', needs('b')) + entry('b 1.0', needs('a', 'b')),
    },
    expected: ['pkg:pypi/a@1.0 required direct', 'pkg:pypi/b@1.0 required transitive'],
  },
];
