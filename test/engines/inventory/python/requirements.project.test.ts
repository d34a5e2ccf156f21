import { expect, test } from 'vitest';
import { inventoryOf, reasonsOf, type Contents } from '../inventory-fixtures.ts';

const kind = 'dependencies of the project beside it that it does not have';
const project = '[project]\nname = "app"\ndependencies = ["a>=1", "b>=1", "c; python_version < \'3\'"]\n';
const setup = 'from setuptools import setup\nsetup(install_requires=["b"])\n';

const gapsOf = (contents: Contents): string[] =>
  reasonsOf(inventoryOf(contents).notes).filter((reason) => reason.includes(kind));

test.each<[string, Contents, string]>([
  [
    'requirements.txt beside a project',
    { 'requirements.txt': 'a==1\n', 'pyproject.toml': project },
    `requirements.txt: ${kind} (1): b`,
  ],
  [
    'a file that installs the project',
    { 'requirements-dev.txt': '-e .[tests]\na==1\n', 'pyproject.toml': project },
    `requirements-dev.txt: ${kind} (1): b`,
  ],
  [
    'a project that a setup file describes',
    { 'requirements.txt': '-e ./\na==1\n', 'setup.py': setup },
    `requirements.txt: ${kind} (1): those in setup.py`,
  ],
])('%s: missing dependencies of the project are a gap', (_, contents, gap) => {
  expect(gapsOf(contents)).toEqual([gap]);
});

test.each<[string, Contents]>([
  ['one that has them all', { 'requirements.txt': '-e .\na==1\nB==1\n', 'pyproject.toml': project }],
  ['a file for another purpose', { 'requirements-docs.txt': 'x==1\n', 'pyproject.toml': project }],
  ['a setup file that is not installed', { 'requirements.txt': 'a==1\n', 'setup.py': setup }],
])('%s is not a gap', (_, contents) => {
  expect(gapsOf(contents)).toEqual([]);
});

test.each(['-r', '-c'])(
  'files that %s includes beyond the number that is read are told as such',
  (option) => {
    const names = Array.from({ length: 250 }, (_, at) => `more-${at}.pip`);
    const contents: Contents = {
      'requirements.txt': names.map((name) => `${option} ${name}\n`).join(''),
      ...Object.fromEntries(names.map((name) => [name, 'a==1.0\n'])),
    };
    expect(reasonsOf(inventoryOf(contents).notes).join()).toContain(
      'requirements.txt: included files that are not read: only 200 files are (51): more-199.pip',
    );
  },
);
