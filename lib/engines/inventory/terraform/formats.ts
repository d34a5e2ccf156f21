import type { LockfileRow } from '../formats/rows.ts';

/** The lockfile of Terraform and OpenTofu. */
export const terraformLockfiles = [
  {
    file: '.terraform.lock.hcl',
    type: 'terraform',
    rank: 0,
    format: 'terraform-lock',
    listsTools: true,
    about: 'providers with hashes',
  },
] as const satisfies readonly LockfileRow[];
