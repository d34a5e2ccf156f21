import { describe, expect, test } from 'vitest';
import { workflowFunctions } from '#functions/workflow/index.ts';
import { deadlines } from '@scangate/domain/scans/scan-deadlines';
import { errorCodes } from '@scangate/engines/model/failure';
import { functionBehind, functionNamed, ofType, synthesize, type Resource } from './synthesized.ts';

const synthesized = synthesize();
const workflow = Object.entries(synthesized.stacks.workflow);

interface Rule {
  ErrorEquals: string[];
}
interface State {
  Type: string;
  Next?: string;
  End?: boolean;
  Resource?: string;
  TimeoutSeconds?: number;
  Parameters?: Record<string, unknown>;
  Retry?: (Rule & { JitterStrategy?: string; MaxDelaySeconds?: number; MaxAttempts: number })[];
  Catch?: (Rule & { Next: string; ResultPath: string | null })[];
  ItemsPath?: string;
  ItemSelector?: Record<string, string>;
  ItemProcessor?: Machine & { ProcessorConfig: { Mode: string } };
  MaxConcurrency?: number;
  ResultPath?: string;
  Default?: string;
  Choices?: Record<string, unknown>[];
}
interface Machine {
  StartAt: string;
  States: Record<string, State>;
  TimeoutSeconds?: number;
  QueryLanguage?: string;
}

const machineNamed = (name: string): [string, Resource] => {
  const machines = ofType(workflow, 'AWS::StepFunctions::StateMachine');
  const found = machines.find(([, { Properties }]) => Properties['StateMachineName'] === name);
  if (!found) throw new Error(`there is no state machine ${name}`);
  return found;
};
const [machineId, machineResource] = machineNamed('scangate-scan');
const definitionOf = ({ Properties }: Resource): Machine => {
  const { 'Fn::Join': join } = Properties['DefinitionString'] as {
    'Fn::Join': [string, (string | { Ref: string })[]];
  };
  const text = join[1].map((part) => (typeof part === 'string' ? part : part.Ref));
  return JSON.parse(text.join('')) as Machine;
};
const machine = definitionOf(machineResource);
const processorsOf = ({ States }: Machine): Machine[] =>
  Object.values(States).flatMap(({ ItemProcessor: own }) => (own ? [own, ...processorsOf(own)] : []));
const processors = processorsOf(machine);
const states: Record<string, State> = Object.assign(
  { ...machine.States },
  ...processors.map(({ States }) => States),
);
const stateOf = (name: string): State => {
  const state = states[name];
  if (!state) throw new Error(`no state ${name}`);
  return state;
};
const tasks = Object.entries(states).filter(([, { Type }]) => Type === 'Task');

/** Lists the states entered from `start` to the next choice when nothing fails; `failing` is left by its catch instead. */
const walk = (from: Machine, failing?: string): string[] => {
  const entered: string[] = [];
  for (let name: string | undefined = from.StartAt; name;) {
    entered.push(name);
    const state: State = stateOf(name);
    if (state.ItemProcessor) entered.push(...walk(state.ItemProcessor, failing));
    const caught: string | undefined = state.Catch?.find(({ ErrorEquals }) =>
      ErrorEquals.includes('States.ALL'),
    )?.Next;
    if (state.Type === 'Choice') break;
    name = name === failing ? caught : state.Next;
  }
  return entered;
};

describe('the path of a scan', () => {
  test('enters the preparation and a map that may have no item, so that two transitions are billed', () => {
    expect(stateOf(machine.StartAt).Next).toBe('Rest');
    expect(stateOf('Rest')).toMatchObject({ ItemsPath: '$.rest', ResultPath: null, End: true });
    const [follow, ended] = stateOf('GoOn').Choices ?? [];
    expect(follow).toMatchObject({ Variable: '$.follow', IsPresent: true, Next: 'Follow' });
    expect(ended).toMatchObject({ Variable: '$.status', IsPresent: true, Next: 'Done' });
  });

  test('continues with the default branch when the scan asks for it, and fails where that fails', () => {
    expect(stateOf('Follow').End).toBe(true);
    expect(stateOf('Follow').Catch).toBeUndefined();
  });

  test('with a base goes through it to finish, whatever fails there', () => {
    const next = ['PrepareBase', 'ScanBaseUnits', 'CompareBase'].map((name) => stateOf(name).Next);
    expect(next).toEqual(['BaseState', 'CompareBase', 'Finish']);
    for (const name of ['PrepareBase', 'ScanBaseUnits', 'CompareBase'])
      expect(stateOf(name).Catch).toEqual([
        { ErrorEquals: ['States.ALL'], ResultPath: null, Next: 'Finish' },
      ]);
  });

  test.each([
    ['Prepare', ['Prepare', 'PrepareFailed', 'Rest', 'Reached', 'GoOn']],
    ['ScanUnits', ['ScanUnits', 'ScanUnitsInGroup', 'UnitsLost', 'Finish', 'GoOn']],
    ['ScanUnitsInGroup', ['ScanUnits', 'ScanUnitsInGroup', 'UnitsFailed', 'GoOn']],
    ['ScanSmallUnits', ['ScanSmallUnits', 'ScanSmallUnitsInGroup', 'UnitsLost', 'Finish', 'GoOn']],
    ['ScanSmallUnitsInGroup', ['ScanSmallUnits', 'ScanSmallUnitsInGroup', 'SmallUnitsFailed', 'GoOn']],
  ])('continues with finish when %s fails permanently, at the price of one state', (failing, expected) => {
    const StartAt = expected[0] ?? '';
    expect(walk({ ...machine, StartAt }, failing)).toEqual(expected);
  });

  test.each(['ScanUnits', 'ScanSmallUnits'])('gives %s the inputs that it expects', (name) => {
    const units = stateOf(name);
    expect(units).toMatchObject({
      ItemsPath: '$.groups',
      ResultPath: '$.results',
      MaxConcurrency: 40,
      ItemSelector: {
        'organizationId.$': '$.organizationId',
        'scanId.$': '$.scanId',
        'units.$': '$$.Map.Item.Value.units',
      },
    });
    expect(units.ItemProcessor?.ProcessorConfig).toEqual({ Mode: 'INLINE' });
    const kept = { PrepareBase: '$.base', CompareBase: '$.compared' };
    for (const [id, task] of tasks) {
      expect(task.Parameters).toBeUndefined();
      expect(task.ResultPath).toBe(Object.entries(kept).find(([keeping]) => keeping === id)?.[1]);
    }
  });

  test('calls the functions directly, without a wrapper around their results', () => {
    const once = ['CompareBase', 'FinishScan', 'PrepareBase', 'PrepareScan', 'ScanSmallUnits'];
    const names = [...once, 'ScanUnit', 'ScanUnit', 'TrackDefaultBranch'];
    expect(tasks.map(([, { Resource }]) => Resource).toSorted()).toEqual(
      names.map((name) => expect.stringMatching(new RegExp(`^${name}Live`))),
    );
  });
});

describe('errors', () => {
  test.each(tasks)('%s is retried on transient errors, with full jitter and a maximum delay', (_, task) => {
    const [transient] = task.Retry ?? [];
    expect(transient).toMatchObject({ JitterStrategy: 'FULL', MaxDelaySeconds: 60, MaxAttempts: 6 });
    expect(transient?.ErrorEquals).toEqual(
      expect.arrayContaining(['Transient', 'Lambda.TooManyRequestsException', 'Lambda.ServiceException']),
    );
    expect(transient?.ErrorEquals).not.toContain('States.ALL');
  });

  test.each(tasks)('%s is retried once after a timeout', (_, task) => {
    const retry = task.Retry?.find(({ ErrorEquals }) => ErrorEquals.includes('States.Timeout'));
    expect(retry).toMatchObject({ MaxAttempts: 1, JitterStrategy: 'FULL' });
    expect(retry?.ErrorEquals).toEqual(['States.Timeout', 'Sandbox.Timedout', 'TimeoutError']);
  });

  test.each(tasks)('%s times out shortly after its function does', (_, task) => {
    const fn = functionBehind(synthesized.stacks.workflow, task.Resource ?? '');
    expect(task.TimeoutSeconds).toBe(Number(fn.Properties['Timeout']) + 15);
  });

  test('the workflow outlasts two attempts of both long tasks, and ends before the sweep runs', () => {
    const twice =
      2 * (stateOf('Prepare').TimeoutSeconds ?? 0) + 2 * (stateOf('ScanUnitsInGroup').TimeoutSeconds ?? 0);
    expect(machine.TimeoutSeconds).toBe(deadlines.workflowMs / 1000);
    expect(twice).toBeLessThan(deadlines.workflowMs / 1000);
  });

  test('a caught error becomes a failure with an error code, without a cause that would fill the state', () => {
    const passes = Object.entries(states).filter(([, { Type }]) => Type === 'Pass');
    expect(passes.map(([name]) => name).toSorted()).toEqual([
      'BaseUnitsFailed',
      'BaseUnitsTimedOut',
      'PrepareFailed',
      'PrepareTimedOut',
      'Reached',
      'SmallUnitsFailed',
      'SmallUnitsTimedOut',
      'UnitsFailed',
      'UnitsLost',
      'UnitsTimedOut',
    ]);
    for (const [name, { Parameters }] of passes.filter(([id]) => id !== 'Reached')) {
      const { errorCode, error } = (Parameters?.['failure'] ?? {}) as { errorCode: string; error: string };
      expect(errorCodes).toContain(errorCode);
      expect(errorCode).toBe(name.endsWith('TimedOut') ? 'workflow_timeout' : 'system_error');
      expect(error).not.toBe('');
    }
    for (const [, state] of Object.entries(states)) {
      for (const { ResultPath } of state.Catch ?? []) expect(ResultPath).toBeNull();
    }
  });

  test('finish gets the same members after a caught error', () => {
    const finished = ['failure', 'organizationId', 'results', 'scanId', 'units'];
    for (const name of ['PrepareFailed', 'PrepareTimedOut', 'UnitsLost']) {
      const members = Object.keys(stateOf(name).Parameters ?? {}).map((key) => key.replace(/\.\$$/, ''));
      expect(members).toEqual(expect.arrayContaining(finished));
    }
    for (const name of ['UnitsFailed', 'UnitsTimedOut']) {
      expect(stateOf(name)).toMatchObject({ End: true, Parameters: { 'units.$': '$.units' } });
    }
  });

  test('only finish, following, and the map around them have no catch: the end of the execution takes their place', () => {
    const uncaught = Object.entries(states).filter(
      ([, { Type, Catch }]) => ['Task', 'Map'].includes(Type) && !Catch,
    );
    expect(uncaught.map(([name]) => name).toSorted()).toEqual(['Finish', 'Follow', 'Rest']);
  });
});

describe('the definition', () => {
  test('uses what the local interpreter supports, and each state name once', () => {
    const known = ['Task', 'Map', 'Pass', 'Choice', 'Wait', 'Succeed', 'Fail'];
    for (const { Type } of Object.values(states)) expect(known).toContain(Type);
    expect(Object.keys(states)).toHaveLength(
      Object.keys(machine.States).length +
        processors.reduce((sum, { States }) => sum + Object.keys(States).length, 0),
    );
    expect(machine.QueryLanguage ?? 'JSONPath').toBe('JSONPath');
  });

  test('is a standard workflow, in which an execution name is unique', () => {
    expect(machineResource.Properties['StateMachineType'] ?? 'STANDARD').toBe('STANDARD');
    expect(machineResource.Properties['StateMachineName']).toBe('scangate-scan');
  });
});

interface Target {
  Arn: { Ref: string };
  Input?: string;
  DeadLetterConfig?: unknown;
}
const ruleTargeting = (name: string): Resource['Properties'] => {
  const fn = functionNamed(synthesized, name);
  const found = ofType(workflow, 'AWS::Events::Rule').find(([, { Properties }]) =>
    (Properties['Targets'] as Target[]).some(
      ({ Arn }) => functionBehind(synthesized.stacks.workflow, Arn.Ref) === fn,
    ),
  );
  if (!found) throw new Error(`no rule for ${name}`);
  return found[1].Properties;
};

describe('events', () => {
  test('an execution that failed, timed out or was aborted calls on-execution-ended', () => {
    expect(ruleTargeting('on-execution-ended')['EventPattern']).toEqual({
      source: ['aws.states'],
      'detail-type': ['Step Functions Execution Status Change'],
      detail: { stateMachineArn: [{ Ref: machineId }], status: ['FAILED', 'TIMED_OUT', 'ABORTED'] },
    });
  });

  test('events that were not delivered and events that were not handled go to the same queue', () => {
    const [queueId] = ofType(workflow, 'AWS::SQS::Queue')[0] ?? [];
    const queue = { 'Fn::GetAtt': [queueId, 'Arn'] };
    const [target] = ruleTargeting('on-execution-ended')['Targets'] as Target[];
    expect(target?.DeadLetterConfig).toEqual({ Arn: queue });
    expect(functionNamed(synthesized, 'on-execution-ended').Properties['DeadLetterConfig']).toEqual({
      TargetArn: queue,
    });
  });

  test.each(workflowFunctions)(
    '$name has the memory, timeout and storage of its table row',
    (spec: (typeof workflowFunctions)[number]) => {
      const { Properties } = functionNamed(synthesized, spec.name);
      expect(Properties).toMatchObject({ MemorySize: spec.memoryMb, Timeout: spec.timeoutSeconds });
      const size = 'ephemeralMb' in spec ? { Size: spec.ephemeralMb } : undefined;
      expect(Properties['EphemeralStorage']).toEqual(size);
    },
  );
});

test('a recharge is attempted again when its attempt says so, and ends otherwise', () => {
  const [, resource] = machineNamed('scangate-recharge');
  const { StartAt, States, TimeoutSeconds } = definitionOf(resource);
  expect(StartAt).toBe('Attempt');
  expect(States).toMatchObject({
    Attempt: { Type: 'Task', Next: 'Declined' },
    Declined: {
      Choices: [{ Variable: '$.again', IsPresent: true, Next: 'WaitForNextAttempt' }],
      Default: 'Done',
    },
    WaitForNextAttempt: { Type: 'Wait', TimestampPath: '$.again', Next: 'Attempt' },
    Done: { Type: 'Succeed' },
  });
  // 15 minutes, an hour and six hours fit.
  expect(TimeoutSeconds).toBeGreaterThan(7.25 * 3_600);
});
