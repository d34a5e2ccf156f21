import { parseArgs } from 'node:util';
import { replaceModules } from '#test/simulation/start/replace-modules.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    days: { type: 'string', default: '1' },
    organizations: { type: 'string', default: '5' },
    faults: { type: 'string', default: '0.002' },
  },
});

replaceModules();
const { run } = await import('#test/simulation/start/run.ts');
const report = await run({
  seed: Number(values.seed),
  days: Number(values.days),
  organizations: Number(values.organizations),
  faultRate: Number(values.faults),
});
console.log(report);
process.exit(0);
