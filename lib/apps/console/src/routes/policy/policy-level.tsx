import type { ReactElement } from 'react';
import { errorAt } from '@scangate/console/parts/forms/form.tsx';
import { Locked } from '@scangate/console/parts/status/locked.tsx';
import { isPermitted } from '@scangate/console/session/permissions.ts';
import { useSession } from '@scangate/console/session/session-context.ts';
import type { Policy, SettingName } from './policy-draft.ts';
import { settings, type levels } from './policy-settings.tsx';
import styles from './policy.module.css';

interface PolicyEditing {
  policy: Policy;
  change: (changes: Partial<Policy>) => void;
  /** The last refusal, whose parts stand at their settings. */
  problem: unknown;
}

interface LevelProps extends PolicyEditing {
  level: (typeof levels)[number];
  canEdit: boolean;
}

/** A change is refused at its own place, and that of a simulation below `policy`. */
const settingError = (problem: unknown, name: SettingName, place?: string): string | undefined => {
  const pointer = [...name.split('.'), ...(place === undefined ? [] : [place])].join('/');
  return errorAt(problem, `/${pointer}`) ?? errorAt(problem, `/policy/${pointer}`);
};

const SettingField = <N extends SettingName>(props: PolicyEditing & { name: N }): ReactElement => {
  const { name, policy, change, problem } = props;
  const { label, help, render } = settings[name];
  return render({
    label,
    help,
    value: policy[name],
    onChange: (value) => change({ [name]: value } as Partial<Policy>),
    errorAt: (place) => settingError(problem, name, place),
  });
};

/** The parts of the policy that one level of plans changes. The stored policy stays in force without it; others read it. */
export const PolicyLevel = ({ level, canEdit, ...editing }: LevelProps): ReactElement => {
  const { capability, parts } = level;
  const isIncluded = isPermitted({ capability }, useSession());
  return (
    <>
      {canEdit && !isIncluded && <Locked capability={capability} isPart />}
      {parts.map(({ title, settings: names }) => (
        <section key={title} className={styles['section']}>
          <h2>{title}</h2>
          <fieldset disabled={!canEdit || !isIncluded} className={styles['fields']}>
            {names.map((name) => (
              <SettingField key={name} name={name} {...editing} />
            ))}
          </fieldset>
        </section>
      ))}
    </>
  );
};
