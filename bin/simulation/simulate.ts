import { enableCompileCache } from 'node:module';
import { parseArgs } from 'node:util';
import { changesOfBug } from '#test/simulation/bugs/further-bugs.ts';
import { shrink } from '#test/simulation/shrink/shrink.ts';
import { watchBlocks } from '#test/simulation/covered/branch-coverage.ts';
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
    'every-act': { type: 'boolean', default: false },
    leaving: { type: 'string', default: '0' },
    deployments: { type: 'string' },
    restores: { type: 'string' },
    bug: { type: 'string' },
    'only-acts': { type: 'string' },
    'only-faults': { type: 'string' },
    tell: { type: 'boolean', default: false },
    shrink: { type: 'boolean', default: false },
    coverage: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
  },
});

/** Over years each organization does something every ten days. */
const { years } = values;
const isLong = years !== undefined;
const listed = (text: string | undefined): ReadonlySet<string> | undefined =>
  text === undefined ? undefined : new Set(text.split(',').filter((one) => one !== ''));

const changes = changesOfBug(values.bug);

/** Shrinks a failing run, and tells the story of what is left. */
const shrinkAndTell = (): never => {
  const {
    shrink: _shrink,
    json: _json,
    coverage: _coverage,
    tell: _tell,
    verbose: _verbose,
    ...options
  } = values;
  const { lines, runs, command, violation } = shrink(options);
  console.log(
    [...lines, '', violation, `${lines.length} events after ${runs} runs; again with`, command].join('\n'),
  );
  process.exit(1);
};
if (values.shrink) shrinkAndTell();

// Types are stripped from a thousand modules once, and not by each run.
enableCompileCache('build/simulation/compile-cache');
const blocks = values.coverage ? await watchBlocks() : undefined;
replaceModules(changes);
const { run } = await import('#test/simulation/start/run.ts');
const onlyActs = listed(values['only-acts']);
const onlyFaults = listed(values['only-faults']);
const whole = await run({
  seed: Number(values.seed),
  days: isLong ? Number(years) * 365.25 : Number(values.days),
  isLong,
  organizations: Number(values.organizations),
  faultRate: Number(values.faults),
  actsPerDay: Number(values.acts ?? (isLong ? 0.1 : 12)),
  at: values.at,
  everyAct: values['every-act'],
  leaving: Number(values.leaving),
  deployments: Number(values.deployments ?? (isLong ? 40 : 2)),
  restores: Number(values.restores ?? (isLong ? 10 : 1)),
  ...(isLong && { onMonth: (progress) => console.error(progress) }),
  tells: values.tell,
  covers: values.coverage,
  ...(onlyActs && { onlyActs }),
  ...(onlyFaults && { onlyFaults }),
});
const { counts, statuses, refusals, faults, errors, deadLetters, ...rest } = whole;
const { story, actsMade, chanceFaults, coverage, ...report } = rest;
const isBroken = report.violation !== undefined || report.failure !== undefined;
if (values.verbose)
  for (const counted of [counts, statuses, refusals, faults, errors, deadLetters])
    console.log(Object.fromEntries(counted));
if (values.json) console.log(JSON.stringify({ ...report, story, actsMade, chanceFaults }));
else {
  if (isBroken) console.log(story.slice(-50).join('\n'));
  console.log(report);
  if (blocks)
    console.log({
      calls: coverage,
      blocks: await blocks(),
      acts: actsMade.length,
      faults: chanceFaults.length,
    });
}
// What was written before arrives before the end.
process.stdout.write('', () => process.exit(isBroken ? 1 : 0));
