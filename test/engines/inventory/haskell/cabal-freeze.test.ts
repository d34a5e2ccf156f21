import { expect, test } from 'vitest';
import { inventoryOf, reasonsOf } from '../inventory-fixtures.ts';

const unreadable = 'cabal.project.freeze: entries that could not be understood';

const read = (text: string): { versions: string[]; notes: string[] } => {
  const inventory = inventoryOf({ 'cabal.project.freeze': text });
  return {
    versions: inventory.components.map(({ name, version }) => `${name} ${version ?? ''}`.trim()).toSorted(),
    notes: reasonsOf(inventory.notes).filter((reason) => reason.startsWith(unreadable)),
  };
};

test.each(['||', '&&'])('versions joined by %s are told, not read as the last of them', (operator) => {
  const { versions, notes } = read(
    `constraints: any.aeson ==1.0.0.0 ${operator} ==2.2.3.0,\n             any.text ==2.1\n`,
  );
  expect(versions).toEqual(['text 2.1']);
  expect(notes).toEqual([`${unreadable} (1): any.aeson ==1.0.0.0 ${operator} ==2.2.3.0`]);
});

test.each(['any.a ==1.*', 'any.a ==.1', 'any.a ==', 'any.a installed || ==1', 'any.a ==1 installed'])(
  '%s is no version',
  (stated) => {
    expect(read(`constraints: ${stated},\n             any.b ==1\n`)).toEqual({
      versions: ['b 1'],
      notes: [`${unreadable} (1): ${stated}`],
    });
  },
);

test('blanks before a colon are part of no name', () => {
  const text = 'constraints: any.a ==1\nConstraints  : any.b ==2,\n\tany.c ==3\n';
  expect(read(text)).toEqual({ versions: ['a 1', 'b 2', 'c 3'], notes: [] });
});

test.each(['if true', 'import: other.config', 'package a', 'constraints any.c ==1'])(
  '%s may change the constraints, and is told',
  (line) => {
    const { versions, notes } = read(`constraints: any.a ==1\n${line}\n  constraints: any.b ==2\n`);
    expect(versions).toEqual(['a 1']);
    expect(notes).toEqual([expect.stringContaining(line)]);
  },
);

test('an indented line before the first field is told, and what cabal writes beside constraints is not', () => {
  const fields =
    'active-repositories: hackage.haskell.org:merge\nconstraints: any.a ==1\nindex-state: x\n  y\n';
  expect(read(`-- a comment\n${fields}`)).toEqual({ versions: ['a 1'], notes: [] });
  expect(read(`  constraints: any.b ==1\n${fields}`).notes).toEqual([expect.stringContaining('any.b ==1')]);
});
