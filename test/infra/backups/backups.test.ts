import { describe, expect, test } from 'vitest';
import { ofType, onlyResource, statementsOf, synthesizeWith, synthesize } from '../synthesized.ts';

const stateful = Object.entries(synthesize().stacks.stateful);
const rulesIn = (resources: typeof stateful) =>
  (onlyResource(resources, 'AWS::Backup::BackupPlan')['BackupPlan'] as { BackupPlanRule: unknown[] })
    .BackupPlanRule;

describe('backups', () => {
  test('of every table are made daily and deleted after 35 days, in a vault that keeps none longer', () => {
    const { BackupSelection } = onlyResource(stateful, 'AWS::Backup::BackupSelection') as {
      BackupSelection: { Resources: { 'Fn::GetAtt': [string, string] }[] };
    };
    const tables = ofType(stateful, 'AWS::DynamoDB::GlobalTable').map(([id]) => id);
    expect(BackupSelection.Resources.map((one) => one['Fn::GetAtt'][0]).toSorted()).toEqual(
      tables.toSorted(),
    );
    expect(rulesIn(stateful)).toEqual([
      expect.objectContaining({
        ScheduleExpression: 'cron(0 2 ? * * *)',
        Lifecycle: { DeleteAfterDays: 35 },
      }),
    ]);
    const [[, vault]] = ofType(stateful, 'AWS::Backup::BackupVault') as [(typeof stateful)[number]];
    expect(vault).toMatchObject({
      DeletionPolicy: 'Retain',
      Properties: { LockConfiguration: { MinRetentionDays: 1, MaxRetentionDays: 35 } },
    });
    expect(vault.Properties['EncryptionKeyArn']).toBeDefined();
  });

  test('are copied to the vault of another account if one is set, for as many days', () => {
    const backupCopyVault = 'arn:aws:backup:eu-west-1:444455556666:backup-vault:scangate';
    const set = Object.entries(synthesizeWith({ backupCopyVault, backupDays: 7 }).stacks.stateful);
    expect(rulesIn(set)).toEqual([
      expect.objectContaining({
        Lifecycle: { DeleteAfterDays: 7 },
        CopyActions: [{ DestinationBackupVaultArn: backupCopyVault, Lifecycle: { DeleteAfterDays: 7 } }],
      }),
    ]);
    const [, role] = ofType(set, 'AWS::IAM::Role').find(([id]) => id.startsWith('Backups')) ?? [];
    const statements = role ? statementsOf(role) : [];
    expect(JSON.stringify(statements)).toContain(backupCopyVault);
    const from = statements.filter(({ Action }) => String(Action) === 'backup:CopyFromBackupVault');
    expect(from.map(({ Resource }) => JSON.stringify(Resource))).toEqual([
      expect.stringMatching(/BackupsVault\w*","BackupVaultArn/),
    ]);
  });

  test('that fail are reported to the recipients of the alarms', () => {
    const rule = onlyResource(stateful, 'AWS::Events::Rule', 'BackupsFailed');
    expect(JSON.stringify(rule['Targets'])).toContain('AlarmsTopic');
    const policies = JSON.stringify([
      onlyResource(stateful, 'AWS::SNS::TopicPolicy'),
      onlyResource(stateful, 'AWS::KMS::Key', 'AlarmsKey'),
    ]);
    expect(policies.match(/"Service":"events\.amazonaws\.com"/g)).toHaveLength(2);
  });

  test('are absent if no day is set, except for the vault, and never kept longer than 35', () => {
    const off = Object.entries(synthesizeWith({ backupDays: 0 }).stacks.stateful);
    const made = off.filter(([, { Type }]) => Type.startsWith('AWS::Backup::'));
    expect(made).toEqual(ofType(stateful, 'AWS::Backup::BackupVault'));
    expect(off.filter(([id]) => id.startsWith('BackupsFailed') || id.startsWith('BackupsRole'))).toEqual([]);
    expect(() => synthesizeWith({ backupDays: 36 })).toThrow(/backupDays/);
    expect(() => synthesizeWith({ backupCopyVault: 'scangate' })).toThrow(/backupCopyVault/);
    expect(() =>
      synthesizeWith({
        backupDays: 0,
        backupCopyVault: 'arn:aws:backup:eu-west-1:444455556666:backup-vault:a1',
      }),
    ).toThrow(/nothing to copy/);
  });
});
