import { drawFaultPlans } from '#test/simulation/faults/fault-plans.ts';
import { simulate } from '#test/simulation/start/simulate.ts';

/** Runs small worlds with two or three faults within one flow, and prints those that break an invariant. */
const plans = drawFaultPlans(
  Number(process.env['SIMULATION_SEED'] ?? 1),
  Number(process.env['SIMULATION_PLANS'] ?? 20),
);
let broken = 0;
for (const [index, { flow, at }] of plans.entries()) {
  const run = simulate({ seed: index + 1, days: 0.1, organizations: 6, acts: 100, faults: 0, at });
  if (run.violation === '') continue;
  broken += 1;
  console.log(`${flow} --seed ${index + 1} --at ${at}: ${run.violation}`);
}
console.log(`${plans.length} combinations, ${broken} broke an invariant`);
process.exit(broken === 0 ? 0 : 1);
