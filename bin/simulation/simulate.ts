import { parseArgs } from 'node:util';
import { furtherBugs } from '#test/simulation/bugs/further-bugs.ts';
import { seededBugs } from '#test/simulation/bugs/seeded-bugs.ts';
import { replaceModules } from '#test/simulation/start/replace-modules.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    days: { type: 'string', default: '1' },
    years: { type: 'string' },
    organizations: { type: 'string', default: '6' },
    faults: { type: 'string', default: '0.002' },
    acts: { type: 'string' },
    at: { type: 'string', default: '' },
    bug: { type: 'string' },
    verbose: { type: 'boolean', default: false },
  },
});

/** Over years each organization does something every few days. */
const { years } = values;
const isLong = years !== undefined;
const { bug: name } = values;
const changes = name === undefined ? [] : [...seededBugs, ...furtherBugs].filter((bug) => bug.name === name);
if (name !== undefined && changes.length === 0) throw new Error(`there is no bug named ${name}`);
replaceModules(changes);
const { run } = await import('#test/simulation/start/run.ts');
const { counts, statuses, faults, errors, deadLetters, story, ...report } = await run({
  seed: Number(values.seed),
  days: isLong ? Number(years) * 365.25 : Number(values.days),
  isLong,
  organizations: Number(values.organizations),
  faultRate: Number(values.faults),
  actsPerDay: Number(values.acts ?? (isLong ? 0.25 : 12)),
  at: values.at,
  ...(isLong && { onMonth: (progress) => console.error(progress) }),
});
if (values.verbose)
  for (const counted of [counts, statuses, faults, errors, deadLetters])
    console.log(Object.fromEntries(counted));
if (report.violation !== undefined) console.log(story.slice(-50).join('\n'));
console.log(report);
process.exit(report.violation === undefined ? 0 : 1);
