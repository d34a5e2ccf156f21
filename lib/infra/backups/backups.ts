import { CfnBackupPlan, CfnBackupSelection, CfnBackupVault } from 'aws-cdk-lib/aws-backup';
import { Rule } from 'aws-cdk-lib/aws-events';
import { SnsTopic } from 'aws-cdk-lib/aws-events-targets';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { RemovalPolicy } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import type { Settings } from '../settings.ts';

interface BackupContext {
  tableArns: readonly string[];
  alarmTopic: ITopic;
}

/** Within these a backup starts and ends, or it counts as failed. */
const window = { startWindowMinutes: 60, completionWindowMinutes: 360 } as const;

/** At night in Europe; the jobs of the day are done then. */
const everyNight = 'cron(0 2 ? * * *)';

const failed = ['FAILED', 'ABORTED', 'EXPIRED', 'PARTIAL'];

/**
 * Daily backups of the tables in a vault of their own, which nobody fills for longer than 35 days (docs/adr/0112-backups.md).
 * Its key is no other’s, because a copy in another account is not readable with the key that AWS manages. The vault stays
 * when no more backups are made: it has a fixed name and is retained, so that it could not be made a second time.
 */
export class Backups extends Construct {
  readonly vault: CfnBackupVault;
  /** Which tables are backed up; undefined if no backups are made. */
  readonly selection: CfnBackupSelection | undefined;

  constructor(scope: Construct, context: BackupContext, settings: Settings) {
    super(scope, 'Backups');
    const key = new Key(this, 'Key', {
      description: 'Encrypts the backups of the tables.',
      enableKeyRotation: true,
      removalPolicy: RemovalPolicy.RETAIN,
    });
    this.vault = new CfnBackupVault(this, 'Vault', {
      backupVaultName: settings.deploymentName,
      encryptionKeyArn: key.keyArn,
      lockConfiguration: { minRetentionDays: 1, maxRetentionDays: 35 },
    });
    this.vault.applyRemovalPolicy(RemovalPolicy.RETAIN);
    if (settings.backupDays === 0) return;
    this.selection = this.selectTables(context.tableArns, key, settings);
    this.reportFailures(context.alarmTopic);
  }

  /** Makes the plan of backups for the tables. */
  private selectTables(tableArns: readonly string[], key: Key, settings: Settings): CfnBackupSelection {
    const { deploymentName, backupDays } = settings;
    const plan = new CfnBackupPlan(this, 'Plan', {
      backupPlan: {
        backupPlanName: deploymentName,
        backupPlanRule: [
          {
            ruleName: 'daily',
            targetBackupVault: this.vault.ref,
            scheduleExpression: everyNight,
            ...window,
            lifecycle: { deleteAfterDays: backupDays },
            ...copies(settings),
          },
        ],
      },
    });
    return new CfnBackupSelection(this, 'Tables', {
      backupPlanId: plan.ref,
      backupSelection: {
        selectionName: 'tables',
        iamRoleArn: this.role(tableArns, key, settings).roleArn,
        resources: [...tableArns],
      },
    });
  }

  private role(tableArns: readonly string[], key: Key, { backupCopyVault }: Settings): Role {
    const vaults = [this.vault.attrBackupVaultArn, ...(backupCopyVault === '' ? [] : [backupCopyVault])];
    const statements = [
      new PolicyStatement({
        actions: ['dynamodb:StartAwsBackupJob', 'dynamodb:DescribeTable', 'dynamodb:ListTagsOfResource'],
        resources: [...tableArns],
      }),
      new PolicyStatement({
        actions: ['backup:DescribeBackupVault', 'backup:CopyIntoBackupVault'],
        resources: vaults,
      }),
      ...(backupCopyVault === ''
        ? []
        : [
            new PolicyStatement({
              actions: ['backup:CopyFromBackupVault'],
              resources: [this.vault.attrBackupVaultArn],
            }),
          ]),
      new PolicyStatement({
        actions: ['kms:DescribeKey', 'kms:Decrypt', 'kms:GenerateDataKey', 'kms:CreateGrant'],
        resources: [key.keyArn],
      }),
    ];
    return new Role(this, 'Role', {
      description: 'AWS Backup backs up the tables, and may not restore them.',
      assumedBy: new ServicePrincipal('backup.amazonaws.com'),
      inlinePolicies: { backups: new PolicyDocument({ statements }) },
    });
  }

  /** A backup that fails is told by its event: its metrics are absent rather than zero. */
  private reportFailures(alarmTopic: ITopic): void {
    const rule = new Rule(this, 'Failed', {
      description: 'A backup or a copy of one failed: docs/runbook/restoring.md#a-backup-failed',
      eventPattern: {
        source: ['aws.backup'],
        detailType: ['Backup Job State Change', 'Copy Job State Change'],
        detail: { state: failed },
      },
    });
    rule.addTarget(new SnsTopic(alarmTopic));
  }
}

const copies = ({
  backupCopyVault,
  backupDays,
}: Settings): Partial<CfnBackupPlan.BackupRuleResourceTypeProperty> =>
  backupCopyVault === ''
    ? {}
    : {
        copyActions: [
          { destinationBackupVaultArn: backupCopyVault, lifecycle: { deleteAfterDays: backupDays } },
        ],
      };
