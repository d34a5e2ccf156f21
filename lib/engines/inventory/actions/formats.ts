import type { LockfileRow } from '../formats/rows.ts';

const row = { type: 'actions', rank: 0, format: 'actions', isComplementary: true, listsTools: true } as const;

/** The workflows and actions of GitHub Actions. */
export const actionsLockfiles = [
  { ...row, file: 'action.yml', about: 'steps of composite actions' },
  { ...row, file: 'action.yaml', about: 'steps of composite actions' },
  {
    ...row,
    file: /^\.github\/workflows\/[^/]{1,200}\.ya?ml$/,
    isPath: true,
    label: '.github/workflows/*.yml',
    inSharedFolder: true,
    about: 'actions, reusable workflows and images, with their pins',
  },
] as const satisfies readonly LockfileRow[];
