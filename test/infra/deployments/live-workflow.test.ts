import { describe, expect, test } from 'vitest';
import { allResources, ofType, statementsOf, synthesize, synthesizeWith } from '../synthesized.ts';

const synthesized = synthesize();
const everything = allResources(synthesized);
const preferences = (from = everything) =>
  ofType(from, 'AWS::StepFunctions::StateMachineAlias').map(
    ([, { Properties }]) => Properties['DeploymentPreference'] as Record<string, unknown>,
  );

describe('the alias of a workflow', () => {
  test('is one for each, and refers to a version of its newest definition', () => {
    const machines = ofType(everything, 'AWS::StepFunctions::StateMachine').map(([id]) => id);
    const versions = ofType(everything, 'AWS::StepFunctions::StateMachineVersion');
    const versioned = versions.map(([, { Properties }]) => {
      const { Ref } = Properties['StateMachineArn'] as { Ref: string };
      expect(Properties['StateMachineRevisionId']).toEqual({ 'Fn::GetAtt': [Ref, 'StateMachineRevisionId'] });
      return Ref;
    });
    expect(versioned.toSorted()).toEqual(machines.toSorted());
    expect(preferences().map((one) => (one['StateMachineVersionArn'] as { Ref: string }).Ref)).toEqual(
      versions.map(([id]) => id),
    );
  });

  test('gets a tenth of the executions for five minutes, and none of them when an alarm of the workflow is raised', () => {
    for (const preference of preferences()) {
      expect(preference).toMatchObject({ Type: 'CANARY', Percentage: 10, Interval: 5 });
      expect((preference['Alarms'] as unknown[]).length).toBeGreaterThan(0);
    }
    expect(
      new Set(preferences(allResources(synthesizeWith({ canary: false }))).map(({ Type }) => Type)),
    ).toEqual(new Set(['ALL_AT_ONCE']));
  });

  test('of scans heeds crashes of the tasks, which executions catch', () => {
    const [, scans] =
      ofType(everything, 'AWS::StepFunctions::StateMachineAlias').find(([id]) =>
        id.startsWith('ScanWorkflow'),
      ) ?? [];
    const { DeploymentPreference } = (scans?.Properties ?? {}) as {
      DeploymentPreference?: { Alarms: { Ref: string }[] };
    };
    const named = new Map(
      ofType(everything, 'AWS::CloudWatch::Alarm').map(([id, { Properties }]) => [
        id,
        Properties['AlarmName'],
      ]),
    );
    expect(DeploymentPreference?.Alarms.map(({ Ref }) => named.get(Ref)).toSorted()).toEqual([
      'scangate-scan-workflow-failed',
      'scangate-scan-workflow-timed-out',
      'scangate-scans-crashed',
    ]);
  });

  test('is what functions start; IAM permits it by the ARN of the workflow, and the import stays that of the workflow', () => {
    const told = ofType(everything, 'AWS::Lambda::Function').flatMap(([, { Properties }]) =>
      Object.entries((Properties['Environment'] as { Variables: Record<string, unknown> }).Variables)
        .filter(([name]) => name.endsWith('_WORKFLOW_ARN'))
        .map(([, value]) => JSON.stringify(value)),
    );
    expect(told.length).toBeGreaterThan(5);
    for (const value of told) expect(value).toMatch(/(?:ImportValue|Ref)".*":live"/);
    const permitted = ofType(everything, 'AWS::IAM::Role')
      .flatMap(([, role]) => statementsOf(role))
      .filter(({ Action }) => Action === 'states:StartExecution')
      .map(({ Resource }) => JSON.stringify(Resource));
    expect(permitted.length).toBeGreaterThan(5);
    for (const resource of permitted) expect(resource).not.toContain(':live');
  });
});
