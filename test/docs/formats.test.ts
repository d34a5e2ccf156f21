import { expect, test } from 'vitest';
import {
  buildFileRows,
  ecosystemOfUnit,
  lockfileRows,
  manifestRows,
} from '@scangate/engines/inventory/formats';
import type { BuildFileRow, LockfileRow, ManifestRow } from '@scangate/engines/inventory/formats/rows';
import { buildReaders, lockfileReaders } from '@scangate/engines/inventory/readers';
import { unreadKinds } from '@scangate/engines/units/unread-kinds';
import { tableOf } from './markdown-table.ts';

const rows: readonly LockfileRow[] = lockfileRows;

const fileOf = ({ file, label }: LockfileRow | BuildFileRow | ManifestRow): string =>
  (label ?? String(file))
    .split(', ')
    .map((name) => `\`${name}\``)
    .join(', ');

const page = `# Dependency files

This page is generated from the tables in \`lib/engines/inventory/*/formats.ts\` by \`npx vitest run test/docs/formats.test.ts -u\`.
No package manager or build tool of a repository is executed.

## Lockfiles

If a directory has several lockfiles of one type, the first in this table is read, except for files that complement another
one (*). A file that cannot be read is listed in \`coverage\`, and the next one is tried. If the ecosystem is \`none\`, no
advisory database covers the packages: they are components of the SBOM, and \`coverage\` says that no advisories exist for
them, so they never count as assessed for vulnerabilities. Files marked with (~) list the repository's tools, not its
dependencies: they do not make a directory a project unit, and they do not replace a missing or unreadable lockfile. A root
without a project that has such files, files that are [reported and not read](#files-that-are-reported-and-not-read), or
Python scripts, Dockerfiles and text files that may install packages, is a unit of the type \`other\`, and is looked at for them.

${tableOf(
  ['Ecosystem', 'Unit type', 'File', 'Read'],
  rows.map((row) => [
    ecosystemOfUnit[row.type] ?? 'none',
    row.type,
    `${fileOf(row)}${row.isComplementary ? ' (*)' : ''}${row.listsTools ? ' (~)' : ''}`,
    row.about,
  ]),
)}

## Build files

Without a lockfile, the files of a Maven, Gradle or NuGet build are read together. They declare direct dependencies;
transitive ones are reported as not assessed, unless [imported POMs](poms.md) resolve them. Files marked with (+) can be uploaded alone.

${tableOf(
  ['Ecosystem', 'Unit type', 'File', 'Read'],
  buildFileRows.map((row) => [
    ecosystemOfUnit[row.type] ?? 'none',
    row.type,
    `${fileOf(row)}${row.isStandalone ? ' (+)' : ''}`,
    row.about,
  ]),
)}

## Manifests

A manifest marks a project. It supplements a lockfile, for example with scopes, and pins no versions by itself. If no
lockfile covers them, \`pyproject.toml\`, \`setup.cfg\` and \`requirements*.in\` are read, provided that they pin every requirement.

${tableOf(
  ['Ecosystem', 'Unit type', 'File'],
  manifestRows.map((row) => [ecosystemOfUnit[row.type] ?? 'none', row.type, fileOf(row)]),
)}

## Complete files

A lockfile is compared with its manifest and with its own graph. \`coverage\` names packages that the project requires, or an
entry depends on, but the file does not list; a file that lists nothing its project requires is \`unassessed\`. So is one
with signs of truncation: an unfinished last line, an incomplete entry, packages that nothing requires, or a long
alphabetical list that ends early in the alphabet. One truncation cannot be detected: a \`Cargo.lock\` or a Yarn 1 file that ends
just before the dependencies of an entry is, byte for byte, the lockfile of a project in which that package has none,
as long as everything else that is required comes before it. Packages that only that package requires are then lost. These two
formats, like \`pdm.lock\`, cannot be confirmed complete without their manifest. \`go.mod\`, \`requirements.txt\` and build
files are manifests themselves.

## Files that are reported and not read

${[...new Set(unreadKinds.map(({ kind }) => kind))].map((kind) => `- ${kind}`).join('\n')}
`;

test('the page of dependency files is generated from the tables', async () => {
  await expect(page).toMatchFileSnapshot('../../docs/formats.md');
});

test('every format in the table has a reader, and every reader a format', () => {
  const formats = rows.flatMap(({ format }) => format ?? []);
  expect(Object.keys(lockfileReaders).sort()).toEqual([...new Set(formats)].sort());
  expect(Object.keys(buildReaders).sort()).toEqual(
    [...new Set(buildFileRows.map(({ type }) => type))].sort(),
  );
});

test('ranks within a type are in the order of the table', () => {
  for (const own of Map.groupBy(rows, ({ type }) => type).values()) {
    const ranks = own.map(({ rank }) => rank);
    expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
  }
});
