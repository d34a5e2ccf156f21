import type { ReactElement } from 'react';
import { repositoryMessages } from '@scangate/console/messages/gate/repositories.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { Checkbox } from '@scangate/console/parts/forms/checkbox.tsx';
import { errorAt, Form } from '@scangate/console/parts/forms/form.tsx';
import { TextField } from '@scangate/console/parts/forms/text-field.tsx';
import { Panel } from '@scangate/console/parts/layout/panel.tsx';
import { Banner } from '@scangate/console/parts/status/banner.tsx';
import { fill } from '@scangate/console/parts/text/fill.tsx';
import { Instant } from '@scangate/console/parts/text/instant.tsx';
import { useDraft } from '@scangate/console/session/drafts.ts';
import { useAct } from '@scangate/console/session/use-act.ts';
import type { RepositoryDetail } from './repository-detail.ts';

interface Settings {
  defaultBranch: string;
  reuse: boolean;
  artifactsAsDefault: boolean;
  status: boolean;
  comment: boolean;
  annotations: boolean;
}

const settingsOf = ({ defaultBranch, reuse, artifactsAsDefault, checks }: RepositoryDetail): Settings => ({
  defaultBranch,
  reuse: reuse === 'on',
  artifactsAsDefault,
  status: checks.status,
  comment: checks.comment,
  annotations: checks.annotations,
});

const switches = [
  { name: 'reuse', label: repositoryMessages.reuse, help: repositoryMessages.reuseHelp },
  { name: 'artifactsAsDefault', label: repositoryMessages.artifacts, help: repositoryMessages.artifactsHelp },
] as const;

const checkSwitches = [
  { name: 'status', label: repositoryMessages.checkStatus },
  { name: 'comment', label: repositoryMessages.checkComment },
  { name: 'annotations', label: repositoryMessages.checkAnnotations },
] as const;

const Stopped = ({ checks: { stopped } }: Pick<RepositoryDetail, 'checks'>): ReactElement | null =>
  stopped ? (
    <Banner
      tone="warning"
      title={fill(repositoryMessages.checksStopped, { when: <Instant at={stopped.at} /> })}
    >
      {repositoryMessages.checksStoppedHelp}
    </Banner>
  ) : null;

type Change = (change: Partial<Settings>) => void;

interface SwitchesProps {
  items: readonly { name: Exclude<keyof Settings, 'defaultBranch'>; label: string; help?: string }[];
  settings: Settings;
  set: Change;
}

const Switches = ({ items, settings, set }: SwitchesProps): ReactElement => (
  <>
    {items.map(({ name, label, help }) => (
      <Checkbox
        key={name}
        label={label}
        help={help}
        checked={settings[name]}
        onChange={(isOn) => set({ [name]: isOn })}
      />
    ))}
  </>
);

/** Keeps the edit as a draft until it is saved. */
const useSettings = (repository: RepositoryDetail) => {
  const { repositoryId } = repository;
  const draft = useDraft<Settings>(`repository ${repositoryId}`, settingsOf(repository));
  const act = useAct('change-repository', {
    invalidates: ['get-repository', 'list-repositories'],
    onDone: draft.clear,
  });
  const { defaultBranch, reuse, artifactsAsDefault, ...checks } = draft.value;
  const save = (): void => {
    const body = {
      defaultBranch,
      reuse: reuse ? ('on' as const) : ('off' as const),
      artifactsAsDefault,
      checks,
    };
    void act.run({ params: { repositoryId }, body });
  };
  const set: Change = (change) => draft.set({ ...draft.value, ...change });
  return { draft, act, save, set };
};

/** Shows what Scangate follows, reuses and reports of a repository. */
export const SettingsPanel = ({ repository }: { repository: RepositoryDetail }): ReactElement => {
  const { draft, act, save, set } = useSettings(repository);
  const { defaultBranch } = draft.value;
  return (
    <Panel title={repositoryMessages.settings}>
      <Form
        problem={act.problem}
        onSubmit={save}
        actions={
          <Button type="submit" busy={act.isBusy} disabled={!draft.isChanged || defaultBranch.trim() === ''}>
            {repositoryMessages.save}
          </Button>
        }
      >
        <TextField
          label={repositoryMessages.defaultBranch}
          error={errorAt(act.problem, '/defaultBranch')}
          mono
          value={defaultBranch}
          onChange={(text) => set({ defaultBranch: text })}
          required
        />
        <Switches items={switches} settings={draft.value} set={set} />
        <h3>{repositoryMessages.checks}</h3>
        <p>{repositoryMessages.checksHelp}</p>
        <Stopped checks={repository.checks} />
        <Switches items={checkSwitches} settings={draft.value} set={set} />
      </Form>
    </Panel>
  );
};
