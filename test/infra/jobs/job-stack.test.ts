import { describe, expect, test } from 'vitest';
import { jobs } from '#functions/jobs/index.ts';
import { functionBehind, functionNamed, ofType, synthesize, type Resource } from '../synthesized.ts';

const synthesized = synthesize();
const stack = Object.entries(synthesized.stacks.jobs);

interface Target {
  Arn: { Ref: string };
}
const ruleTargeting = (name: string): Resource['Properties'] => {
  const fn = functionNamed(synthesized, name);
  const found = ofType(stack, 'AWS::Events::Rule').find(([, { Properties }]) =>
    (Properties['Targets'] as Target[]).some(
      ({ Arn }) => functionBehind(synthesized.stacks.jobs, Arn.Ref) === fn,
    ),
  );
  if (!found) throw new Error(`no rule for ${name}`);
  return found[1].Properties;
};

describe('schedules', () => {
  test.each(jobs)('$name runs every $everyMinutes minutes', ({ name, everyMinutes }) => {
    const rule = ruleTargeting(name);
    const hours = everyMinutes / 60;
    expect(rule['ScheduleExpression']).toBe(
      Number.isInteger(hours)
        ? `rate(${hours} hour${hours === 1 ? '' : 's'})`
        : `rate(${everyMinutes} minute${everyMinutes === 1 ? '' : 's'})`,
    );
    expect(rule['State']).toBe('ENABLED');
  });

  test('a failed job is not repeated before its next run', () => {
    const configs = ofType(stack, 'AWS::Lambda::EventInvokeConfig').map(([, { Properties }]) => Properties);
    expect(configs).toHaveLength(jobs.length);
    for (const config of configs) {
      expect(config['MaximumRetryAttempts']).toBe(0);
      // Its rule invokes the alias, so a configuration of the latest version would not count.
      expect(JSON.stringify(config['Qualifier'])).toMatch(/"Ref":"\w+Live/);
    }
  });
});
