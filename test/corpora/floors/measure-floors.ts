/**
 * `npm run floors -- <folder>`: measures the engines on corpora of others, which are fetched into the folder and not kept here
 * (docs/engines.md names them), and fails below the floors.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { measureAnnotatedRules, precisionOf, recallOf } from './annotated-rules.ts';
import { measureLockfileCases } from './lockfile-cases.ts';

const floors = { recall: 0.6, precision: 0.9, packages: 0.9 };

const show = (share: number): string => share.toFixed(3);
const write = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const [folder = ''] = process.argv.slice(2);
const [rules, lockfiles] = [join(folder, 'semgrep-rules'), join(folder, 'osv-scalibr')];
for (const path of [rules, lockfiles])
  if (!existsSync(path)) {
    process.stderr.write(`${path} is missing: docs/engines.md names what to fetch\n`);
    process.exit(2);
  }

const languages = measureAnnotatedRules(rules);
for (const [name, { marks, sure, all }] of languages)
  for (const [findings, met] of [
    ['full confidence', sure],
    ['all', all],
  ] as const)
    write(
      `${name}: ${marks} marks, ${findings}: recall ${show(recallOf(marks, met))}, precision ${show(precisionOf(met))}`,
    );
const formats = measureLockfileCases(lockfiles);
for (const [name, { cases, packages, found }] of formats)
  write(`${name}: ${cases} cases, ${found} of ${packages} packages`);

const [{ marks, sure }, cases] = [languages.get('all of them')!, formats.get('all of them')!];
const results: [name: string, value: number, floor: number][] = [
  ['recall of the marks', recallOf(marks, sure), floors.recall],
  ['precision', precisionOf(sure), floors.precision],
  ['share of the packages', cases.found / cases.packages, floors.packages],
];
for (const [name, value, floor] of results)
  write(`${value >= floor ? 'met' : 'NOT MET'}: ${name} ${show(value)}, floor ${show(floor)}`);
process.exit(results.every(([, value, floor]) => value >= floor) ? 0 : 1);
