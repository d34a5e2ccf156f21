import { parseArgs } from 'node:util';
import { replaceModules } from '#test/simulation/start/replace-modules.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    days: { type: 'string', default: '1' },
    organizations: { type: 'string', default: '5' },
    faults: { type: 'string', default: '0.002' },
    acts: { type: 'string', default: '12' },
    verbose: { type: 'boolean', default: false },
  },
});

replaceModules();
const { run } = await import('#test/simulation/start/run.ts');
const { counts, statuses, faults, errors, story, ...report } = await run({
  seed: Number(values.seed),
  days: Number(values.days),
  organizations: Number(values.organizations),
  faultRate: Number(values.faults),
  actsPerDay: Number(values.acts),
});
if (values.verbose) console.log({ counts, statuses, faults, errors });
if (report.violation !== undefined) console.log(story.slice(-50).join('\n'));
console.log(report);
process.exit(report.violation === undefined ? 0 : 1);
