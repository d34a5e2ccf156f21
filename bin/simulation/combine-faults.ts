import { parseArgs } from 'node:util';
import { flows } from '#test/simulation/flows/all-flows.ts';
import { combineFaults, type Part } from '#test/simulation/flows/combine-faults.ts';
import { runAlone } from '#test/simulation/flows/run-in-batches.ts';

/**
 * Combines two or three faults in each flow, and prints how many there are, how many were run, and which of them break an
 * invariant. `--all` runs all of them, `--part 2/7` only the second seventh; `--flow` and `--at` run one combination alone.
 */
const { values } = parseArgs({
  options: {
    all: { type: 'boolean', default: false },
    flow: { type: 'string' },
    at: { type: 'string' },
    bug: { type: 'string' },
    unpruned: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
    pairs: { type: 'string', default: '100' },
    triples: { type: 'string', default: '100' },
    part: { type: 'string', default: '1/1' },
    minutes: { type: 'string', default: '600' },
  },
});
const seed = Number(values.seed);
const bug = values.bug === undefined ? {} : { bug: values.bug };
if (values.flow !== undefined && values.at !== undefined) {
  const { calls, violations } = runAlone({ flow: values.flow, faults: values.at }, { seed, ...bug });
  for (const { name, number, kind, what } of calls) console.log(`${name}:${number} ${kind} ${what}`);
  console.log(violations.join('\n') || 'no invariant is broken');
  process.exit(violations.length === 0 ? 0 : 1);
}

/** Reads a part such as 2/7. */
const readPart = (text: string): Part => {
  const [number = 0, of = 0] = text.split('/').map(Number);
  if (Number.isInteger(number) && Number.isInteger(of) && number >= 1 && number <= of) return { number, of };
  console.error('--part is the number of a part and how many there are, such as 2/7');
  process.exit(2);
};

const part = readPart(values.part);
let broken = 0;
console.log(
  '| flow | calls | single | states | pairs | different | run | triples | different | run | broken |\n|---|---|---|---|---|---|---|---|---|---|---|',
);
for (const { name } of flows.filter((flow) => values.flow === undefined || flow.name === values.flow)) {
  const most = values.all ? Infinity : undefined;
  const { calls, singles, states, pairs, triples, violations } = combineFaults(name, {
    seed,
    mostPairs: most ?? Number(values.pairs),
    mostTriples: most ?? Number(values.triples),
    part,
    isUnpruned: values.unpruned,
    ...bug,
    until: Date.now() + Number(values.minutes) * 60_000,
  });
  broken += violations.length;
  const counted = [pairs, triples].flatMap(({ all, different, run }) => [all, different, run]);
  const counts = [calls, singles, states, ...counted, violations.length];
  console.log(`| ${name} | ${counts.join(' | ')} |`);
  for (const { faults, what } of violations)
    console.log(`\n--flow '${name}' --at ${faults}: ${what.slice(0, 300)}\n`);
}
process.exit(broken === 0 ? 0 : 1);
