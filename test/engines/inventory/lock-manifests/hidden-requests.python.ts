import type { HiddenRequest, HiddenRequests } from './hidden-requests.ts';

const environmentFiles = ['environment.yml', 'environment.yaml'];
const names = ['present', 'absent'] as const;
const ofProject = 'dependencies of the project beside it that it does not have';
const pyproject = (name: string, range = '==1.0'): string =>
  `[project]\nname = "app"\nversion = "1"\ndependencies = ["${name}${range}"]\n`;

const ofPyproject = (lockfile: HiddenRequest['lockfile'], kinds?: readonly string[]): HiddenRequest => ({
  manifest: 'pyproject.toml',
  lockfile,
  asks: (name) => ({ 'pyproject.toml': pyproject(name) }),
  names,
  ...(kinds && { kinds }),
  fixed: (name) => ({ 'pyproject.toml': pyproject(name, '==0.9') }),
});

/** Manifests that any lockfile of Python may be beside. */
const ofOthers = (lockfile: HiddenRequest['lockfile']): HiddenRequest[] => [
  {
    manifest: 'setup.cfg',
    lockfile,
    asks: (name) => ({
      'setup.cfg': `[options]\ninstall_requires =\n  ${name}==1.0\n  sometimes; python_version < "3"\n`,
    }),
    names,
    fixed: (name) => ({ 'setup.cfg': `[options]\ninstall_requires = ${name}==0.9\n` }),
  },
  {
    manifest: 'setup.py',
    lockfile,
    asks: (name) => ({
      'setup.py': `setup(install_requires=[\n  '${name}[x]==1.0', # ]\n  "sometimes; python_version < '3'",\n])\n`,
    }),
    names,
    fixed: (name) => ({ 'setup.py': `setup(install_requires=["${name}==0.9"])\n` }),
  },
  {
    manifest: 'Pipfile',
    lockfile,
    asks: (name) => ({ Pipfile: `[packages]\n${name} = "==1.0"\n` }),
    names,
    fixed: (name) => ({ Pipfile: `[packages]\n${name} = "==0.9"\n` }),
  },
];

const poetry = {
  'poetry.lock':
    '[[package]]\nname = "present"\nversion = "1.0"\nfiles = [{ file = "a", hash = "sha256:00" }]\n[metadata]\nlock-version = "2.1"\n',
};
const uv = {
  'uv.lock':
    'version = 1\n[[package]]\nname = "present"\nversion = "1.0"\nsource = { registry = "https://pypi.org/simple" }\nsdist = { url = "https://h/a.tar.gz", hash = "sha256:00" }\n[[package]]\nname = "app"\nversion = "1"\nsource = { editable = "." }\ndependencies = [{ name = "present" }]\n',
};
const pdm = {
  'pdm.lock':
    '[metadata]\ngroups = ["default"]\nlock_version = "4.5.0"\n[[package]]\nname = "present"\nversion = "1.0"\ngroups = ["default"]\nfiles = [{ file = "a", hash = "sha256:00" }]\n',
};
const pylock = { 'pylock.toml': 'lock-version = "1.0"\n[[packages]]\nname = "present"\nversion = "1.0"\n' };
const pipenv = { 'Pipfile.lock': JSON.stringify({ _meta: {}, default: { present: { version: '==1.0' } } }) };
const pip = { 'requirements.txt': 'present==1.0\n' };

/** The lockfiles of Python and conda. */
export const pythonAndConda = {
  requirements: {
    cases: [
      {
        manifest: 'requirements.in',
        lockfile: pip,
        asks: (name) => ({ 'requirements.in': `${name}==1.0\n` }),
        names,
        fixed: (name) => ({ 'requirements.in': `${name}==0.9\n` }),
      },
      ofPyproject(pip, [ofProject]),
      ...ofOthers(pip),
    ],
  },
  'poetry-lock': { cases: [ofPyproject(poetry), ...ofOthers(poetry)] },
  'uv-lock': { cases: [ofPyproject(uv), ...ofOthers(uv)] },
  'pdm-lock': { cases: [ofPyproject(pdm), ...ofOthers(pdm)] },
  pylock: { cases: [ofPyproject(pylock), ...ofOthers(pylock)] },
  'pipfile-lock': { cases: ofOthers(pipenv) },
  'conda-lock': {
    cases: environmentFiles.map((manifest) => ({
      manifest,
      lockfile: {
        'conda-lock.yml':
          "version: 1\npackage:\n- name: present\n  version: '1'\n  manager: conda\n  platform: linux-64\n  dependencies: {}\n  url: https://h/c/linux-64/present-1-0.conda\n  hash: {sha256: '00'}\n  optional: false\n",
      },
      asks: (name) => ({ [manifest]: `dependencies:\n- ${name}==1.0\n` }),
      names,
      fixed: (name) => ({ [manifest]: `dependencies:\n- ${name}==0.9\n` }),
    })),
  },
  'conda-environment': { none: 'it is a manifest itself' },
  'pixi-lock': {
    cases: [
      {
        manifest: 'pixi.toml',
        lockfile: {
          'pixi.lock':
            'version: 6\npackages:\n- conda: https://h/c/noarch/present-1-0.conda\n  depends: []\n',
        },
        asks: (name) => ({ 'pixi.toml': `[dependencies]\n${name} = "*"\nown = { path = "own" }\n` }),
        names,
      },
      ...environmentFiles.map((manifest) => ({
        manifest,
        lockfile: {
          'pixi.lock':
            'version: 6\npackages:\n- pypi: https://h/present-1.0-py3-none-any.whl\n  name: present\n  version: "1.0"\n',
        },
        asks: (name: string) => ({ [manifest]: `dependencies:\n- pip:\n  - ${name}<2 # c\n` }),
        names,
        fixed: (name: string) => ({ [manifest]: `dependencies:\n- pip:\n  - ${name}==0.9\n` }),
      })),
      {
        manifest: 'pyproject.toml',
        lockfile: {
          'pixi.lock':
            'version: 6\npackages:\n- pypi: https://h/present-1.0.tar.gz\n  name: present\n  version: "1.0"\n',
        },
        asks: (name) => ({
          'pyproject.toml': `[tool.pixi.environments]\ntest = ["test"]\n[tool.pixi.feature.test.pypi-dependencies]\n${name} = "*"\n[tool.pixi.feature.unused.dependencies]\nother = "*"\n`,
        }),
        names,
      },
    ],
  },
} satisfies Record<string, HiddenRequests>;
