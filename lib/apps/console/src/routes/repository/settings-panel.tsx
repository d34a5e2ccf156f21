import type { ReactElement } from 'react';
import { repositoryMessages } from '@scangate/console/messages/gate/repositories.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { Checkbox } from '@scangate/console/parts/forms/checkbox.tsx';
import { CheckboxGroup } from '@scangate/console/parts/forms/checkbox-group.tsx';
import { errorAt, Form } from '@scangate/console/parts/forms/form.tsx';
import { LinesField } from '@scangate/console/parts/forms/lines-field.tsx';
import { Select } from '@scangate/console/parts/forms/select.tsx';
import { TextField } from '@scangate/console/parts/forms/text-field.tsx';
import { Panel } from '@scangate/console/parts/layout/panel.tsx';
import { Banner } from '@scangate/console/parts/status/banner.tsx';
import { EditConflict } from '@scangate/console/parts/status/edit-conflict.tsx';
import { fill } from '@scangate/console/parts/text/fill.tsx';
import { Instant } from '@scangate/console/parts/text/instant.tsx';
import { useApiAction } from '@scangate/console/session/use-api-action.ts';
import { useSharedEdit } from '@scangate/console/session/use-shared-edit.ts';
import type { RepositoryDetail } from './repository-detail.ts';
import {
  changeOf,
  checkNames,
  settingsOf,
  settingText,
  type RepositorySettings,
} from './repository-settings.ts';

const checkApis = ['github', 'gitlab', 'bitbucket'] as const;
const isApi = (provider: string): boolean => checkApis.some((api) => api === provider);

const Stopped = ({ checks: { stopped } }: Pick<RepositoryDetail, 'checks'>): ReactElement | null =>
  stopped ? (
    <Banner
      tone="warning"
      title={fill(repositoryMessages.checksStopped, { when: <Instant at={stopped.at} /> })}
    >
      {repositoryMessages.checksStoppedHelp}
    </Banner>
  ) : null;

interface FieldsProps {
  settings: RepositorySettings;
  set: (changes: Partial<RepositorySettings>) => void;
  problem: unknown;
}

const BranchFields = ({ settings, set, problem }: FieldsProps): ReactElement => (
  <>
    <TextField
      label={repositoryMessages.fullName}
      help={repositoryMessages.fullNameHelp}
      error={errorAt(problem, '/fullName')}
      mono
      value={settings.fullName}
      onChange={(fullName) => set({ fullName })}
      required
    />
    <TextField
      label={repositoryMessages.defaultBranch}
      help={repositoryMessages.defaultBranchHelp}
      error={errorAt(problem, '/defaultBranch')}
      mono
      value={settings.defaultBranch}
      onChange={(defaultBranch) => set({ defaultBranch })}
      required
    />
    <LinesField
      label={repositoryMessages.reviewedBranches}
      help={repositoryMessages.reviewedBranchesHelp}
      error={errorAt(problem, '/reviewedBranches')}
      value={settings.reviewedBranches}
      onChange={(reviewedBranches) => set({ reviewedBranches })}
      rows={3}
    />
    <Checkbox
      label={repositoryMessages.reuse}
      help={repositoryMessages.reuseHelp}
      checked={settings.reuse}
      onChange={(reuse) => set({ reuse })}
    />
    <Checkbox
      label={repositoryMessages.artifacts}
      help={repositoryMessages.artifactsHelp}
      checked={settings.artifactsAsDefault}
      onChange={(artifactsAsDefault) => set({ artifactsAsDefault })}
    />
  </>
);

type CheckFieldsProps = FieldsProps & { repository: RepositoryDetail };

/** The results that the service writes at the code host. The API is asked for where the host's name does not show it. */
const CheckFields = ({ settings, set, problem, repository }: CheckFieldsProps): ReactElement => {
  const { checkApi } = settings;
  const apiError = errorAt(problem, '/checks/api');
  const isAsked = !isApi(repository.provider) || checkApi !== '' || apiError !== undefined;
  return (
    <>
      <Stopped checks={repository.checks} />
      <CheckboxGroup
        label={repositoryMessages.checks}
        values={settings.checks}
        onChange={(checks) => set({ checks })}
        options={checkNames.map((value) => ({
          value,
          label: repositoryMessages.checkNames[value],
          help: value === 'status' ? repositoryMessages.checksHelp : undefined,
        }))}
        error={apiError === undefined ? errorAt(problem, '/checks') : undefined}
      />
      {isAsked && (
        <Select
          label={repositoryMessages.checkApi}
          help={repositoryMessages.checkApiHelp}
          error={apiError}
          value={checkApi}
          onChange={(api) => set({ checkApi: api })}
          options={[...(repository.checks.api ? [] : ['' as const]), ...checkApis].map((value) => ({
            value,
            label: repositoryMessages.checkApis[value],
          }))}
        />
      )}
    </>
  );
};

/**
 * The settings have no ETag, and a save changes only what was edited: of two people who change one setting, the later
 * wins. Their values stand for their version, so that a save that is refused for a conflict shows what changed meanwhile.
 */
const useSettings = (repository: RepositoryDetail, refetch: () => unknown) => {
  const { repositoryId } = repository;
  const act = useApiAction('change-repository', { invalidates: ['list-repositories'] });
  const value = settingsOf(repository);
  const edit = useSharedEdit<RepositorySettings>({
    draft: `repository settings ${repositoryId}`,
    current: { value, etag: JSON.stringify(value) },
    refetch,
    act,
    send: (edited, base) => act.run({ params: { repositoryId }, body: changeOf(base, edited.value) }),
  });
  return { act, edit };
};

interface SettingsPanelProps {
  repository: RepositoryDetail;
  refetch: () => unknown;
}

/** Shows what Scangate follows, reuses and reports of a repository. */
export const SettingsPanel = ({ repository, refetch }: SettingsPanelProps): ReactElement => {
  const { act, edit } = useSettings(repository, refetch);
  const { defaultBranch, fullName } = edit.value;
  const hasConflict = edit.conflict.length > 0;
  const fields = { settings: edit.value, set: edit.change, problem: act.problem };
  const isEmpty = defaultBranch.trim() === '' || fullName.trim() === '';
  return (
    <Panel title={repositoryMessages.settings}>
      <Form
        problem={hasConflict ? undefined : act.problem}
        onSubmit={() => edit.isChanged && !isEmpty && void edit.save()}
        actions={
          <>
            <Button type="submit" busy={edit.isBusy} disabled={!edit.isChanged || isEmpty}>
              {repositoryMessages.save}
            </Button>
            {edit.isChanged && (
              <Button kind="quiet" onClick={edit.discard}>
                {repositoryMessages.discard}
              </Button>
            )}
          </>
        }
      >
        <BranchFields {...fields} />
        <CheckFields {...fields} repository={repository} />
        <EditConflict
          edit={edit}
          labelOf={(name) => repositoryMessages.settingNames[name]}
          textOf={settingText}
        />
        {edit.isSaved && <Banner title={repositoryMessages.saved} />}
      </Form>
    </Panel>
  );
};
