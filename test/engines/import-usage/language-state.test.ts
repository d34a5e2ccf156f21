import { expect, test } from 'vitest';
import {
  languageStates,
  noteImport,
  packagesNamed,
  settleNames,
} from '@scangate/engines/import-usage/language-state';
import { readText } from '@scangate/engines/import-usage/read-text';
import { createMemberTable } from '@scangate/engines/import-usage/member-table';
import { createLineIndex } from '@scangate/engines/source-files/line-index';
import { component, inventory } from '../sca/advisory-fixtures.ts';

const modules = Array.from({ length: 100 }, (_, at) =>
  component({ ecosystem: 'Maven', name: `a.b:m${at}`, ref: `m${at}`, direct: true }),
);

const stateOfModules = () => {
  const [state] = languageStates(inventory(modules), new Map());
  if (!state) throw new Error('there is no state');
  return state;
};

test('a text that names many packages a thousand times is matched with the packages once, at its end', () => {
  const state = stateOfModules();
  let visits = 0;
  for (const named of [...state.byModule.values(), ...state.byNameAbove.values()])
    named.packages = new Proxy(named.packages, {
      get: (all, key, self) => {
        visits += 1;
        return Reflect.get(all, key, self) as unknown;
      },
    });
  const text = 'a.b a.b '.repeat(1000);
  const lines = () => createLineIndex(text);
  const file = {
    path: 'x.java',
    extensions: ['java'],
    kind: 'code' as const,
    text,
    commands: '',
    lines,
    words: () => new Set<string>(),
  };
  readText({ states: [state], files: [], members: createMemberTable() }, state, file);
  expect(visits).toBe(0);
  settleNames(state);
  expect(state.tracked.map(({ usage }) => usage.places)).toEqual(modules.map(() => [[0, 1]]));
});

test('of the places of a package the first ones are kept, each file once', () => {
  const state = stateOfModules();
  const { named } = packagesNamed(state, 'a.b.C');
  for (let file = 0; file < 201; file += 1) if (named) noteImport(named, [file, 1]);
  settleNames(state);
  expect(state.tracked[0]?.usage.places).toHaveLength(200);
  expect(state.tracked[0]?.usage.truncated).toBe(true);
});

test('a name with many parts is found by its first parts', () => {
  const state = stateOfModules();
  expect(packagesNamed(state, `a.b${'.c'.repeat(100)}`).named?.packages).toHaveLength(100);
});
