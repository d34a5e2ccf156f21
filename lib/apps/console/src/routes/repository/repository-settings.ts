import type { ArgumentsOf } from '@scangate/client';
import { repositoryMessages } from '@scangate/console/messages/gate/repositories.ts';
import { markedText } from '@scangate/console/parts/text/marked-text.ts';
import { compareEdits } from '@scangate/console/session/merge-edits.ts';
import type { RepositoryDetail } from './repository-detail.ts';

export const checkNames = ['status', 'comment', 'annotations'] as const;
type CheckName = (typeof checkNames)[number];

/** The settings of a repository as they are edited. */
export interface RepositorySettings {
  fullName: string;
  defaultBranch: string;
  reviewedBranches: string[];
  reuse: boolean;
  artifactsAsDefault: boolean;
  /** The results that are written at the code host. */
  checks: CheckName[];
  checkApi: NonNullable<RepositoryDetail['checks']['api']> | '';
}

export const settingsOf = (repository: RepositoryDetail): RepositorySettings => {
  const { fullName, defaultBranch, reviewedBranches = [], reuse, artifactsAsDefault, checks } = repository;
  return {
    fullName,
    defaultBranch,
    reviewedBranches,
    reuse: reuse === 'on',
    artifactsAsDefault,
    checks: checkNames.filter((name) => checks[name]),
    checkApi: checks.api ?? '',
  };
};

type RepositoryChange = ArgumentsOf<'change-repository'>[0]['body'];

/** The checks that were turned on or off. */
const checksChange = (base: RepositorySettings, edited: RepositorySettings): RepositoryChange['checks'] => ({
  ...Object.fromEntries(
    checkNames
      .filter((name) => base.checks.includes(name) !== edited.checks.includes(name))
      .map((name) => [name, edited.checks.includes(name)]),
  ),
  ...(edited.checkApi !== '' && edited.checkApi !== base.checkApi && { api: edited.checkApi }),
});

/** The settings that differ from those that the edit began with. What is not sent stays as it is. */
export const changeOf = (base: RepositorySettings, edited: RepositorySettings): RepositoryChange => {
  const names = new Set(compareEdits({ base, mine: edited, theirs: base }).map(({ name }) => name));
  return {
    ...(names.has('fullName') && { fullName: edited.fullName.trim() }),
    ...(names.has('defaultBranch') && { defaultBranch: edited.defaultBranch.trim() }),
    ...(names.has('reviewedBranches') && { reviewedBranches: edited.reviewedBranches }),
    ...(names.has('reuse') && { reuse: edited.reuse ? ('on' as const) : ('off' as const) }),
    ...(names.has('artifactsAsDefault') && { artifactsAsDefault: edited.artifactsAsDefault }),
    ...((names.has('checks') || names.has('checkApi')) && { checks: checksChange(base, edited) }),
  };
};

/** Says the value of a setting. */
export const settingText = (name: keyof RepositorySettings, settings: RepositorySettings): string => {
  const value = settings[name];
  if (typeof value === 'boolean') return value ? repositoryMessages.on : repositoryMessages.off;
  if (name === 'checks')
    return (
      settings.checks.map((check) => repositoryMessages.checkNames[check]).join(', ') ||
      repositoryMessages.none
    );
  if (name === 'checkApi') return repositoryMessages.checkApis[settings.checkApi];
  return markedText(typeof value === 'string' ? value : value.join(', ')) || repositoryMessages.none;
};
