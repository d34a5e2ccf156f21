import type { LockfileRow, ManifestRow } from '../formats/rows.ts';

/** The lockfiles of Python. */
export const pythonLockfiles = [
  { file: 'uv.lock', type: 'pypi', rank: 0, format: 'uv-lock', about: 'version 1' },
  { file: 'poetry.lock', type: 'pypi', rank: 1, format: 'poetry-lock', about: 'Poetry 1 and 2' },
  { file: 'pdm.lock', type: 'pypi', rank: 2, format: 'pdm-lock', about: 'with groups and extras' },
  {
    file: 'Pipfile.lock',
    type: 'pypi',
    rank: 3,
    format: 'pipfile-lock',
    hasNoGraph: true,
    about: 'with categories',
  },
  {
    file: 'pylock.toml',
    type: 'pypi',
    rank: 3,
    format: 'pylock',
    hasNoGraph: true,
    isComplementary: true,
    about: 'version 1 (PEP 751)',
  },
  {
    file: /^pylock\.[\w.-]{1,60}\.toml$/,
    label: 'pylock.*.toml',
    type: 'pypi',
    rank: 3,
    format: 'pylock',
    hasNoGraph: true,
    isComplementary: true,
    about: 'as pylock.toml',
  },
  {
    file: 'requirements.txt',
    type: 'pypi',
    rank: 4,
    format: 'requirements',
    hasNoGraph: true,
    isComplementary: true,
    inSharedFolder: true,
    about: 'pins, hashes, includes and constraints',
  },
  {
    file: /^(?:[\w.-]{1,40}[-_.])?requirements(?:[-_.][\w.-]{1,40})?\.(?:txt|lock)$/,
    label: 'requirements-*.txt, *_requirements.txt, requirements*.lock',
    type: 'pypi',
    rank: 5,
    format: 'requirements',
    hasNoGraph: true,
    isComplementary: true,
    inSharedFolder: true,
    about: 'as requirements.txt',
  },
  {
    file: /(?:^|\/)requirements\/[\w.-]{1,60}\.txt$/,
    isPath: true,
    label: 'requirements/*.txt',
    type: 'pypi',
    rank: 5,
    format: 'requirements',
    hasNoGraph: true,
    isComplementary: true,
    inSharedFolder: true,
    about: 'as requirements.txt',
  },
] as const satisfies readonly LockfileRow[];

/** The manifests of Python. */
export const pythonManifests: readonly ManifestRow[] = [
  { file: 'pyproject.toml', type: 'pypi' },
  { file: 'Pipfile', type: 'pypi' },
  { file: 'setup.py', type: 'pypi' },
  { file: 'setup.cfg', type: 'pypi' },
];
