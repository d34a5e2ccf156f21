import * as z from 'zod';
import { logDestinationSetting } from './log-copies.ts';

/** The settings of backups, and of copies of logs. */
export const backupSettings = {
  backupDays: z.coerce.number().int().min(0).max(35).default(35).meta({
    description:
      'Days that a daily backup of the tables is kept in the AWS Backup vault, in addition to point-in-time recovery. At most 35, because backups contain an erased organization until then. `0`: no further backups; the vault stays.',
  }),
  backupCopyVault: z
    .string()
    .regex(/^(?:arn:aws[a-z-]{0,20}:backup:[a-z0-9-]+:\d{12}:backup-vault:[A-Za-z0-9_-]{2,50})?$/, {
      message: 'the ARN of a backup vault',
    })
    .default('')
    .meta({
      description:
        'ARN of a backup vault in another account or region, which gets a copy of each backup and keeps it as long. Its access policy must let this account copy into it.',
    }),
  logDestination: logDestinationSetting,
};

type BackupSettings = Pick<z.infer<z.ZodObject<typeof backupSettings>>, 'backupDays' | 'backupCopyVault'>;

/** Checks what the settings of backups mean together. */
export const refineBackups = (
  { backupDays, backupCopyVault }: BackupSettings,
  context: z.RefinementCtx<BackupSettings>,
): void => {
  if (backupCopyVault !== '' && backupDays === 0)
    context.addIssue({
      code: 'custom',
      path: ['backupCopyVault'],
      message: 'backupCopyVault needs backupDays: without backups there is nothing to copy',
    });
};
