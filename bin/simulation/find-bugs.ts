import { controlRuns, findBug } from '#test/simulation/bugs/find-bug.ts';
import { furtherBugs } from '#test/simulation/bugs/further-bugs.ts';
import { seededBugs } from '#test/simulation/bugs/seeded-bugs.ts';

/**
 * Prints a table: each seeded bug, the seed that found it, the events until then, and the invariant. Each world is run
 * without bugs, too, and shows nothing where that fails. Ends with 1 when a bug is missed.
 */
const count = Number(process.env['SIMULATION_SEEDS'] ?? 3);
const seeds = Array.from({ length: count }, (_none, index) => index + 1);
const [, , part = ''] = process.argv;
const bugs = [...seededBugs, ...furtherBugs].filter(({ name }) => name.includes(part));
const control = controlRuns();
let found = 0;
console.log('| bug | seed | events | invariant |\n|---|---|---|---|');
for (const bug of bugs) {
  const { seed, events, violation, others } = findBug(bug, { seeds, control });
  if (seed !== undefined) found += 1;
  const [invariant = ''] = violation.split(':');
  for (const other of others) console.error(`${bug.name}: ${other.slice(0, 300)}`);
  console.log(`| ${bug.name} | ${seed ?? 'not found'} | ${events} | ${invariant} |`);
}
console.log(`${found} of ${bugs.length} found`);
process.exitCode = found < bugs.length ? 1 : 0;
